"""A page that shows a document's paragraphs and their translations next to each other."""

import html
from collections.abc import Iterable
from typing import BinaryIO, Final

from engine.documents.content import Content, plain
from engine.documents.format import Translated

_HEAD: Final = """<!DOCTYPE html>
<html lang="{target}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
:root {{ color-scheme: light dark; }}
body {{ margin: 1.5rem auto; max-width: 72rem; padding: 0 1rem; }}
body {{ font: 1rem/1.6 system-ui, sans-serif; }}
h1 {{ font-size: 1.25rem; }}
table {{ border-collapse: collapse; width: 100%; table-layout: fixed; }}
td {{ padding: .5rem .75rem; vertical-align: top; border-top: 1px solid #8884; }}
td {{ white-space: pre-wrap; overflow-wrap: anywhere; }}
tr.check td {{ background: #fb02; }}
small {{ display: block; opacity: .7; }}
</style>
</head>
<body>
<h1>{title}</h1>
<table>
"""
_TAIL: Final = "</table>\n</body>\n</html>\n"


def write_page(
    file: BinaryIO, title: str, languages: tuple[str, str], translations: Iterable[Translated]
) -> None:
    """Write the page.

    Args:
        file: Where to.
        title: What to call it.
        languages: Tags of the source's language and of the target's.
        translations: Of the document's units, in order.
    """
    source, target = (html.escape(tag) for tag in languages)
    file.write(_HEAD.format(title=html.escape(title), target=target).encode("utf-8"))
    for each in translations:
        shown = ' class="check"' if each.flags else ""
        notes = f"<small>{html.escape(', '.join(each.flags))}</small>" if each.flags else ""
        row = (
            f'<tr{shown}><td lang="{source}">{_cell(each.unit.content)}</td>'
            f'<td lang="{target}">{_cell(each.content)}{notes}</td></tr>\n'
        )
        file.write(row.encode("utf-8", "replace"))
    file.write(_TAIL.encode("utf-8"))


def _cell(content: Content) -> str:
    return html.escape(plain(content).strip(), quote=False)
