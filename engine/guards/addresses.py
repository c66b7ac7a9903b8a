"""Where things are: addresses on the net and of people, telephone numbers, paths, file names.

Every pattern begins at the border of a run of its own characters, or is bounded, or stops at its
own first character: a text of any kind is read in linear time.
"""

import re
from collections.abc import Iterator
from typing import Final

from engine.guards.spans import LETTERS, VerbatimSpan, found
from engine.patterns import regex


def _words(written: str) -> frozenset[str]:
    return frozenset(written.split())


# No white space, quotation marks, angle or corner brackets, Chinese or full-width punctuation.
_URL_BODY = r"[^\s<>\"“”«»`\x00-\x1f\x7f\u3000-\u303f\uff00-\uff65]"
_URL: Final = regex(
    rf"(?<![A-Za-z0-9])(?:(?:[A-Za-z][A-Za-z0-9+.-]{{1,15}}://|(?:mailto|tel|sms|urn|magnet|data):"
    rf"(?=[+\w?])|www\.(?=\w)){_URL_BODY}++)",
)
_BARE_URL: Final = regex(
    # What only its parts tell: a host that is none of the world's and a path, a port and a path, a
    # query, and the address of a host in which the scheme is left to the page.
    rf"(?<![{LETTERS}./:@?#&=~$\\{{-])(?:(?=[a-z])(?:[a-z0-9-]{{2,63}}\.){{1,8}}(?=[0-9-]*[a-z])[a-z0-9-]{{2,63}}(?::\d{{2,5}})?/"
    rf"|[a-z][a-z0-9.-]{{1,64}}:\d{{2,5}}/"
    rf"|/?(?:[{LETTERS}.~-]{{1,64}}/){{0,8}}[{LETTERS}.~-]{{0,64}}\?[A-Za-z_][\w.\[\]-]{{0,64}}=(?=[\w%+-])"
    rf"|//(?=[{LETTERS}-]+\.[{LETTERS}.-]*[a-z])){_URL_BODY}*+"
)
_EMAIL: Final = regex(
    rf"(?<![{LETTERS}.+%/-])[{LETTERS}.+%-]++@(?:[A-Za-z0-9\u00c0-\u024f-]{{1,63}}\.){{1,8}}"
    rf"[A-Za-z]{{2,24}}(?![{LETTERS}])"
)
_IPV4: Final = regex(
    r"(?<![\w.])(?:\d{1,3}\.){3}\d{1,3}(?::\d{1,5}|/\d{1,2})?(?!\w|\.\d)", re.ASCII
)
_IPV6: Final = regex(
    r"(?<![\w:.])[0-9A-Fa-f]{0,4}(?::[0-9A-Fa-f]{0,4}){2,7}(?:\.\d{1,3}){0,3}"
    r"(?:%\w{1,16})?(?:/\d{1,3})?(?!\w|:[\w:])",
    re.ASCII,
)
_MAC: Final = regex(
    r"(?<![\w:-])[0-9A-Fa-f]{2}(?:([:-])[0-9A-Fa-f]{2})(?:\1[0-9A-Fa-f]{2}){4}(?![\w-]|:\w)",
    re.ASCII,
)

_LOCALHOST: Final = regex(r"(?<![\w.@/-])localhost(?::\d{1,5})?(?![\w.-]\w)", re.ASCII)

_PHONES: Final = (
    # International: +44 20 7946 0018, +1 (555) 010-9999, +49-89-1234.
    regex(
        r"(?<![\w+.])(?:\+|00(?=[1-9]))\d{1,4}(?:[ \u00a0.-]?(?:\(\d{1,5}\)|\d{1,12})){1,6}"
        r"(?![\d-])",
        re.ASCII,
    ),
    # With the area in brackets: (020) 7946 0018.
    regex(
        r"(?<!\w)\(0?\d{2,4}\)[ \u00a0.-]?\d{3,4}(?:[ \u00a0.-]?\d{3,4}){1,2}(?![\w-])", re.ASCII
    ),
    # Grouped as only telephone numbers are: 555-0134, 555-010-9999, 138-0013-8000, 1-800-FLOWERS.
    regex(
        r"(?<![\w.,$€£/-])(?:(?:1[ .-])?\d{3}([ .-])\d{3}\1\d{4}|\d{3}-\d{4}(?:-\d{4})?"
        r"|1-8\d\d-(?=[A-Z0-9-]*[A-Z])[A-Z0-9-]{7,12})(?![\w-]|[.,]\d)",
        re.ASCII,
    ),
    # National, with its leading zero: 020 7946 0018, 010-6552-9988, 07700 900123.
    regex(r"(?<![\w.,$€£/-])0\d{1,4}(?:[ \u00a0-]\d{3,8}){1,3}(?![\w-]|[.,]\d)", re.ASCII),
)

_DIGIT: Final = regex("[0-9]")
_FEWEST_DIGITS: Final = 7
"""Digits of a telephone number at least, but for those that have letters too."""

_NAME = rf"(?:[{LETTERS}.@%+~$-]|\\ )"
"""A part of a path; a blank in it is marked."""

_UNIX: Final = regex(
    rf"(?<![^\s(\[{{\"'“‘=,;|>])(?:~[\w-]{{0,32}}/|\.{{1,2}}/|/(?=[\w.@~])){_NAME}*+(?:/{_NAME}++)*+/?"
)
_NOT_PATH = r"(?!(?:and|as|at|but|by|for|from|in|into|is|of|on|or|then|to|via|vs|with)\b)"
_REMOTE: Final = regex(
    # As scp and git write it: me@host:notes/a.txt, git@code.example:team/app.git, host:/var/log.
    rf"(?<![{LETTERS}@./:+%-])(?:[{LETTERS}.-]{{1,64}}@[A-Za-z0-9.-]{{1,128}}:(?!//)(?={_NAME}*+/|~|[{LETTERS}-]{{1,64}}\.[A-Za-z])"
    rf"|[a-z][a-z0-9.-]{{1,64}}:(?=(?:/[{LETTERS}.~-]{{2,64}}+){{2}}))"
    rf"(?:{_NAME}*+(?:/{_NAME}++)*+/?)"
)
_SPACED_DIRECTORY: Final = regex(
    rf"(?:\ {_NOT_PATH}[{LETTERS}.-]{{1,32}}){{1,2}}/(?:{_NAME}++/)*+{_NAME}*+"
)
"""The rest of a path after a blank that is not marked: another slash tells that it goes on."""

_PART = r"[^\s\\/:*?\"<>|“”\u3000-\u303f\uff00-\uff65]"
_WINDOWS: Final = regex(
    r"(?<![A-Za-z0-9])(?:[A-Za-z]:[\\/](?![/])|\\\\(?=[\w.-]+\\))"
    rf"(?:{_PART}{{1,64}}+(?: {_PART}{{1,64}}+){{0,3}}[\\/])*+{_PART}{{0,128}}"
)
_SPACED_FILE: Final = regex(
    rf"(?:\ {_NOT_PATH}{_PART}{{1,64}}){{1,3}}?"
    r"\.[A-Za-z0-9]{1,5}(?![\w-]|\.\w)"
)
"""The rest of a file name with blanks."""

_RELATIVE: Final = regex(
    rf"(?<![{LETTERS}./~:<\\-])[{LETTERS}.-]++(?:[/\\][{LETTERS}.@-]++)++[/\\]?"
)
_DOTTED: Final = regex(
    rf"(?<![{LETTERS}.@/\\-])(?:[{LETTERS}-]++\.|\.)[{LETTERS}-]++(?:\.[{LETTERS}-]++)*+"
)
_QUOTED_FILE: Final = regex(
    r"(?<=[\"“])[^\s\"“”.,;:!?]{1,64}(?: [^\s\"“”.,;:!?]{1,64}){1,2}\.[A-Za-z0-9]{1,5}(?=[\"”])"
)
_TAIL: Final = regex(r"[/?#:](?=[\w/?#&=-])" + _URL_BODY + r"*+")

_EXTENSIONS: Final = _words(
    "7z aac ai apk asm avi avif bak bash bat bib bin bmp bz2 c cc cfg class cmake conf "
    "cpp cs csv cts css dart db deb dll dmg doc docx dylib ear eml env eps epub exe fish "
    "flac gem gif go gz h hpp htm html ico ics ini ipa ipynb iso jar java jpeg jpg js "
    "json jsonl jsx key kt kts less lock log lua m4a md mdx mjs mkv mo mov mp3 mp4 mpg "
    "msi mts odp ods odt ogg onnx otf pdf pem php pkg pkl pl plist png po ppt pptx "
    "properties proto ps1 psd py pyc pyi pyx r rar raw rb rm rpm rs rst rtf sass scala "
    "scss sh so sql srt ssa svelte svg swift tar tex tex tgz tif tiff toml torrent ts tsv "
    "tsx ttf txt vb vim vtt vue war wasm wav webm webp whl wma wmv woff woff2 xcf xhtml "
    "xls xlsx xml xsl xz yaml yml zip zsh zst"
)
_DOTFILES: Final = regex(
    r"\.(?:(?:git|docker|npm|eslint|prettier|hg|vscode)(?:ignore|rc|config|attributes|keep)?"
    r"|env(?:\.\w+)*|bash(?:rc|_profile|_history)|zshrc|profile|vimrc|htaccess|ssh|config|cache"
    r"|editorconfig|netrc|pypirc|venv)"
)
_TOP_LEVEL: Final = _words(
    "com org net edu gov mil int info biz io dev app ai co xyz tech online site shop "
    "store blog cloud page wiki example test local localhost onion cn hk tw jp kr uk de "
    "fr nl ru ch se fi pl cz ca au nz br mx eu es pt gr hu ro bg ua tr il za ar cl sg vn "
    "ph ie dk lt lv ee hr sk si rs tv cc gg"
)
_SECOND_LEVEL: Final = frozenset(("co", "com", "org", "net", "ac", "gov", "edu"))

_CLOSERS: Final = {")": "(", "]": "[", "}": "{", "）": "（", "】": "【"}
_NEVER_LAST: Final = frozenset(".,;:!?'’‘*_…、。，；：！？|\\^-")


def addresses(text: str) -> Iterator[VerbatimSpan]:
    """Yield the addresses, numbers to call, paths and file names in a text, in no order."""
    for match in _URL.finditer(text) if ":" in text or "www." in text else ():
        # The tag of a forum may stand right behind an address.
        tag = text.find("[/", match.start(), match.end())
        end = trimmed_end(text, match.start(), match.end() if tag < 0 else tag)
        if text[end - 1 : end] not in ("", ":") and end - match.start() > 5:
            yield found("url", *_with_angles(text, match.start(), end))
    for match in _BARE_URL.finditer(text) if "/" in text or "?" in text else ():
        end = trimmed_end(text, match.start(), match.end())
        if end - match.start() > 5:
            yield found("url", match.start(), end)
    for match in _EMAIL.finditer(text) if "@" in text else ():
        start = match.start()
        while text[start] in ".-+%":
            start += 1
        if text[start] != "@":
            yield found("email", *_with_angles(text, start, match.end()))
    digits = len(_DIGIT.findall(text))
    yield from _hosts(text, digits)
    yield from _numbers(text, digits)
    yield from _paths(text)
    yield from _dotted(text)


def _with_angles(text: str, start: int, end: int) -> tuple[int, int]:
    """Return an address with the angle brackets that it stands in, as mail and Markdown do it."""
    if text[max(0, start - 1) : start] == "<" and text[end : end + 1] == ">":
        return start - 1, end + 1
    return start, end


def trimmed_end(text: str, start: int, end: int) -> int:
    """Return where an address really ends, without the punctuation of its sentence.

    A closing bracket belongs to it only where it was opened within.
    """
    surplus = {
        closing: text.count(closing, start, end) - text.count(opening, start, end)
        for closing, opening in _CLOSERS.items()
    }
    while end > start:
        last = text[end - 1]
        if surplus.get(last, 0) > 0:
            surplus[last] -= 1
        elif last not in _NEVER_LAST:
            break
        end -= 1
    return end


def _hosts(text: str, digits: int) -> Iterator[VerbatimSpan]:
    end = 0
    for match in _IPV4.finditer(text) if digits >= 4 else ():
        if match.start() >= end and _is_ipv4(match.group()):
            end = _tail_end(text, match.end())
            yield found("ip", match.start(), end)
    end = 0
    for match in _LOCALHOST.finditer(text) if "localhost" in text else ():
        if match.start() >= end:
            end = _tail_end(text, match.end())
            yield found("url", match.start(), end)
    for match in _IPV6.finditer(text) if text.count(":") > 1 else ():
        written = match.group()
        if written.endswith(":") and not written.endswith("::"):
            written = written[:-1]
        if _is_ipv6(written):
            yield found("ip", match.start(), match.start() + len(written))


def _numbers(text: str, digits: int) -> Iterator[VerbatimSpan]:
    for match in _MAC.finditer(text) if ":" in text or "-" in text else ():
        yield found("id", *match.span())
    if digits < _FEWEST_DIGITS and "1-8" not in text:
        return
    for pattern in _PHONES:
        for match in pattern.finditer(text):
            digits = sum(character.isdigit() for character in match.group())
            if (_FEWEST_DIGITS <= digits <= 17) or match.group().startswith("1-8"):
                yield found("phone", *match.span())


def _is_ipv4(written: str) -> bool:
    return all(int(part) < 256 for part in re.split(r"[:/]", written)[0].split("."))


def _is_ipv6(written: str) -> bool:
    address = re.split(r"[%/]", written)[0]
    if not any(character.isalnum() for character in address):
        return False  # "::" is an operator
    import ipaddress  # noqa: PLC0415 - where there may be one

    try:
        ipaddress.IPv6Address(address)
    except ValueError:
        return False
    return True


def _paths(text: str) -> Iterator[VerbatimSpan]:
    for match in _UNIX.finditer(text) if "/" in text else ():
        end = match.end()
        if "/" in match.group()[1:] and (more := _SPACED_DIRECTORY.match(text, end)):
            end = more.end()
        end = trimmed_end(text, match.start(), end)
        written = text[match.start() : end]
        # A single letter after a slash is a mark such as "/s"; "/" alone is a word's.
        if sum(character.isalnum() for character in written) > 1 or written.startswith(
            ("~/", "./")
        ):
            yield found("path", match.start(), end)
    for match in _REMOTE.finditer(text) if ":" in text and ("/" in text or "@" in text) else ():
        yield found("path", match.start(), trimmed_end(text, *match.span()))
    for match in _WINDOWS.finditer(text) if "\\" in text or ":/" in text else ():
        end = max(trimmed_end(text, match.start(), match.end()), match.start() + 2)
        spaced = None if _is_file(text[match.start() : end]) else _SPACED_FILE.match(text, end)
        if spaced and _is_file(spaced.group()):
            end = spaced.end()
        end += text[end : end + 1] == "\\"
        yield found("path", match.start(), end)
    for match in _RELATIVE.finditer(text) if "/" in text or "\\" in text else ():
        end = trimmed_end(text, match.start(), match.end())
        written = text[match.start() : end].rstrip("\\")
        parts = re.split(r"[/\\]", written)
        if len(parts) > 1 and (_is_file(parts[-1]) or _is_host(parts[0])):
            yield found("url" if _is_host(parts[0]) else "path", match.start(), end)


def _dotted(text: str) -> Iterator[VerbatimSpan]:
    """Yield file names and bare domains, with what follows a domain."""
    for match in _QUOTED_FILE.finditer(text):
        if _is_file(match.group()):
            yield found("path", *match.span())
    reached = 0
    for match in _DOTTED.finditer(text):
        start, end = match.span()
        while end > start and text[end - 1] in ".-":
            end -= 1
        name = text[start:end]
        # What follows a host is part of its address.
        if start < reached or "." not in name:
            continue
        if _is_file(name):
            yield found("path", start, end)
        elif _is_host(name):
            reached = _tail_end(text, end)
            yield found("url", start, reached)


def _tail_end(text: str, end: int) -> int:
    """Return where the path, query or port after a host ends."""
    tail = _TAIL.match(text, end)
    return trimmed_end(text, end, tail.end()) if tail else end


def _is_file(name: str) -> bool:
    stem, dot, extension = name.rpartition(".")
    if not dot:
        return False
    if not stem.strip("."):
        return bool(_DOTFILES.fullmatch(name))
    known = extension.lower() in _EXTENSIONS
    # "1.c" is a number in a list, "a.m" an hour; one-letter extensions need a name.
    return known and (len(extension) > 1 or (len(stem) > 1 and extension.islower()))


def _is_host(name: str) -> bool:
    labels = name.split(".")
    if len(labels) < 2 or not all(labels) or labels[-1] not in _TOP_LEVEL:
        return False
    if labels[-1] in ("int", "test", "local", "page", "site", "store", "online", "shop", "example"):
        return len(labels) > 1 and labels[-2].isascii() and "_" not in name
    short = len(labels[-1]) == 2 and len(labels) == 2 and len(labels[0]) < 3
    return not short or labels[-2] in _SECOND_LEVEL
