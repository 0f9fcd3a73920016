"""Client of a p2p-rates server: the real price of USDT on peer-to-peer exchanges."""
from . import types
from ._client import AsyncP2P, P2P
from ._errors import P2PError, WebhookVerificationError
from ._http import Response
from ._request import NOT_GIVEN
from ._version import __version__
from ._webhooks import verify_webhook

__all__ = [
    "NOT_GIVEN",
    "AsyncP2P",
    "P2P",
    "P2PError",
    "Response",
    "WebhookVerificationError",
    "__version__",
    "types",
    "verify_webhook",
]
