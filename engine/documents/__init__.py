"""Whole files: read, translated sentence by sentence, and written with everything else kept.

From outside, one call does a file::

    from engine.documents.job import Control, JobOptions, translate_file

    report = translate_file(
        Path("report.docx"), Path("report.zh.docx"), translator, JobOptions(),
        control=Control(), progress=print,
    )

:mod:`engine.documents.plan` names the results of several files and folders,
:class:`~engine.documents.control.Control` pauses, resumes and cancels from any thread, and
:class:`~engine.documents.report.Report` says what became of every sentence. A job that was killed
goes on where it was when the same call is made again.

A format is a module with a class that does what :class:`engine.documents.format.Format` says and
a line in :func:`engine.documents.formats.format_for`. What it has to do::

    path ─ read_source ─► Source ─ Format.read ─► Parsed ─ units() ─► Unit, Unit, Unit, …
                                                     │                       │ the job translates
                                                     └──── write(file, …) ◄──┴ Translated, …

* ``read`` takes the bytes apart and refuses what is not of its kind with an ``InputError`` that
  says what was expected and what was found, *without* the file's name, which the caller puts in
  front. Whatever else a library raises on damaged files becomes such an error too.
* ``units`` yields what is to be translated in reading order: a paragraph, a cell, a title. It is
  called several times and must yield the same each time. White space that is mere layout does not
  belong into a unit: a line feed in its text ends a sentence.
* ``write`` gets one ``Translated`` for each unit, in the same order, and writes the finished
  document into a binary file. It is called once, after the last ``units``, and may change
  what was parsed. It takes the translations one at a time and keeps none of them.

A unit's content (:mod:`engine.documents.content`) is text with marks in it: ``Open(n)`` and
``Close(n)`` around what is bold, a link or a run of its own, and ``Item(n)`` for what stands in the
text without being part of it: an image, a footnote's number with its formatting, a code span. The
format chooses the numbers, once each in a unit, and remembers what they stand for. In the content
that comes back

* pairs are nested and closed, and stand around the words that the source's words became. A pair
  may come back several times (its words were torn apart: copy the formatting) or, where its words
  have no counterpart, not at all;
* every item is there exactly once, where it belongs in the translation.

What holds no words, such as an empty run or a bookmark, must be an ``Item``: empty pairs are
dropped.
"""
