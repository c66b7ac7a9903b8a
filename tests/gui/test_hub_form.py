"""Models on the hub: which is meant, by which way, and that nobody is asked before."""

import pytest

from gui.hub_form import hub_host, hub_name, shown_proxy
from gui.import_process import Import

# Only the test platform complains, and of every dialog and pop-up.
pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints|does not support")


@pytest.fixture
def window(models):
    return models


# --- The hub ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Helsinki-NLP/opus-mt-en-zh", "Helsinki-NLP/opus-mt-en-zh"),
        (" Helsinki-NLP/opus-mt-en-zh ", "Helsinki-NLP/opus-mt-en-zh"),
        ("https://huggingface.co/Helsinki-NLP/opus-mt-en-zh", "Helsinki-NLP/opus-mt-en-zh"),
        ("https://huggingface.co/a/b/tree/main", "a/b"),
        ("opus-mt-en-zh", ""),
        ("a/b/c", ""),
        ("../b", ""),
        ("/a/b", "a/b"),
        ("", ""),
    ],
)
def test_names_on_the_hub(text, name):
    assert hub_name(text) == name


@pytest.mark.parametrize(
    ("address", "shown_as"),
    [
        ("http://me:secret@proxy.example:3128/", "proxy.example:3128"),
        ("proxy.example:3128", "proxy.example:3128"),
        ("socks5://10.0.0.1", "10.0.0.1"),
        ("http://x:notaport", "x"),
    ],
)
def test_no_password_of_a_proxy_is_shown(address, shown_as):
    assert shown_proxy(address) == shown_as


def test_the_hub_is_asked_only_by_name_and_through_the_proxy(window, orders, monkeypatch):
    for variable in ("https_proxy", "HTTPS_PROXY", "http_proxy", "HTTP_PROXY", "all_proxy",
                     "ALL_PROXY"):  # fmt: skip
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.delenv("HF_ENDPOINT", raising=False)
    page = window.packs_page
    assert not page.hub.isVisible()
    page.ask_hub.trigger()
    assert page.hub.isVisible()
    assert page.hub.name.hasFocus() or not window.isActiveWindow()
    assert "needs the network" in page.hub.note.text()
    assert "huggingface.co" in page.hub.note.text()
    assert "No proxy" in page.hub.note.text()
    assert not page.hub.download.isEnabled()
    window.settings.proxy = "http://me:secret@localhost:3128"
    assert "from the settings: localhost:3128." in page.hub.note.text()
    page.hub.name.setText("org/model")
    page.hub.download.click()
    assert orders == [
        Import(source="org/model", from_hub=True, proxy="http://me:secret@localhost:3128")
    ]
    assert not page.hub.isVisible()
    assert "secret" not in window.diagnostics()
    assert "proxy: set" in window.diagnostics()


def test_the_systems_proxy_and_a_mirror_are_named(window, monkeypatch):
    monkeypatch.setenv("https_proxy", "http://proxy.example:8080")
    monkeypatch.setenv("HF_ENDPOINT", "https://mirror.example")
    assert hub_host() == "mirror.example"
    window.packs_page.ask_hub.trigger()
    note = window.packs_page.hub.note.text()
    assert "as the system has it: proxy.example:8080." in note
    assert "mirror.example" in note


def test_the_proxy_is_a_setting(window):
    window.packs_page.ask_hub.trigger()
    window.packs_page.hub.proxy.click()
    assert window.pages.currentWidget() is window.settings_page
    line = window.settings_page.field("proxy")
    line.setText(" http://localhost:1 ")
    line.editingFinished.emit()
    assert window.settings.proxy == "http://localhost:1"
