"""A client of the ferrule service."""

from ._api import *  # noqa: F401,F403
from ._api import Client
from ._transport import CallOptions, ConnectionFault, FerruleError, Response, ServiceError

__all__ = ["CallOptions", "Client", "ConnectionFault", "FerruleError", "Response", "ServiceError"]
