"""Sessions, which hold the secret of a visitor's forms and nothing else."""

from flask import Flask, Request
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface


class Sessions(SecureCookieSessionInterface):
    """Of most visitors there is no cookie yet, and then nothing whose signature could be checked:
    Flask would make the means to check it with each request all the same."""

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession | None:
        if self.get_cookie_name(app) in request.cookies:
            return super().open_session(app, request)
        return self.session_class()
