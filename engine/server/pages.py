"""The pages that show the API's description, with nothing fetched from anywhere else."""

from pathlib import Path
from typing import Final

import fastapi_standalone_docs  # type: ignore[import-untyped]
from fastapi import FastAPI
from fastapi.openapi.docs import get_swagger_ui_html
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.staticfiles import StaticFiles

_ASSETS: Final = Path(fastapi_standalone_docs.__file__).parent / "static"

_POLICY: Final = (
    "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline';"
    " img-src 'self' data:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'"
)


def add_pages(app: FastAPI) -> None:
    """Add ``/docs`` to an application, and have ``/`` lead there."""
    app.mount("/assets/swagger", StaticFiles(directory=_ASSETS / "swagger"), name="swagger")
    app.mount("/assets/icon", StaticFiles(directory=_ASSETS / "fastapi"), name="icon")

    @app.get("/docs", include_in_schema=False)
    async def docs(request: Request) -> HTMLResponse:
        root = str(request.scope.get("root_path", ""))
        page = get_swagger_ui_html(
            openapi_url=f"{root}/openapi.json",
            title=app.title,
            swagger_js_url=f"{root}/assets/swagger/swagger-ui-bundle.js",
            swagger_css_url=f"{root}/assets/swagger/swagger-ui.css",
            swagger_favicon_url=f"{root}/assets/icon/favicon.png",
            # Otherwise the page asks a validator elsewhere about the description.
            swagger_ui_parameters={"validatorUrl": None},
        )
        page.headers["Content-Security-Policy"] = _POLICY
        return page

    @app.get("/", include_in_schema=False)
    async def start(request: Request) -> Response:
        return RedirectResponse(f"{request.scope.get('root_path', '')}/docs")
