"""The client in Python; python.mjs starts a service for it."""

import os

from ferrule_client import CallOptions, Client, ServiceError

client = Client(os.environ["FERRULE_URL"], os.environ["FERRULE_TOKEN"])


def record(subject: str, action: str) -> dict:
    return {
        "subject": {"type": "user", "id": subject},
        "action": {"name": action},
        "resource": {"type": "record", "id": "1"},
    }


for action in ("read", "write"):
    answer = client.evaluate(
        ruleset="authzen", facts=[], input=record("ann", action), call=CallOptions(timeout=60)
    )
    print(f"{action}: {answer['decision']}, {answer['reason']}")
try:
    client.evaluate(ruleset="none", facts=[])
except ServiceError as error:
    print(f"refused with {error.status} {error.code}: {error}")
