"""Against a running service: FERRULE_URL and FERRULE_TOKEN say where it is, and it serves the ruleset `access`."""

import os
import unittest

from ferrule_client import CallOptions, Client, ServiceError

URL, TOKEN = os.environ["FERRULE_URL"], os.environ["FERRULE_TOKEN"]
SECRET = {"template": "agent", "data": {"id": "ann", "clearance": "secret"}}


class RunningService(unittest.TestCase):
    def setUp(self) -> None:
        self.client = Client(URL, TOKEN)

    def test_evaluates_and_tells_the_headers(self) -> None:
        seen = []
        call = CallOptions(on_response=seen.append)
        answer = self.client.evaluate(ruleset="access", facts=[SECRET], call=call)
        self.assertEqual(answer["decision"], "allow")
        self.assertEqual(answer["reason"], "ann may")
        headers = {name.lower(): value for name, value in seen[0].headers.items()}
        self.assertRegex(headers["ferrule-ruleset-hash"], r"^sha256:[0-9a-f]{64}$")

    def test_keeps_facts_in_a_session_with_every_digit(self) -> None:
        client, age = self.client, 2**62 + 1
        client.create_session(ruleset="access", session_id="p1")
        client.assert_fact(session_id="p1", template="agent", data={"id": "bob", "age": age})
        found = client.query_facts(session_id="p1", template="agent", filter={"id": "bob"})
        self.assertEqual(found, {"facts": [{"id": "bob", "clearance": "public", "age": age}]})
        self.assertEqual(client.read_session(session_id="p1")["facts"], 1)
        self.assertEqual(client.delete_session(session_id="p1"), {"deleted": True})

    def test_takes_parameters_of_paths_queries_and_headers(self) -> None:
        client = self.client
        answer = client.post_data(path="teams/red", input={"user": "u", "level": 9})
        self.assertEqual(answer["result"]["reason"], "level")
        allowed = client.get_data(path="teams/red/allow", input='{"user": "a&b=c", "level": 9}')
        self.assertIs(allowed["result"], True)
        client.create_session(ruleset="access", session_id="p2")
        self.assertEqual(len(client.rules(x_session_id="p2")["rules"]), 3)

    def test_needs_no_token_for_what_is_open(self) -> None:
        self.assertEqual(Client(URL).livez(), {"status": "ok"})
        self.assertIn("# TYPE", Client(URL, lambda: TOKEN).metrics())

    def test_refusals_have_their_codes(self) -> None:
        with self.assertRaises(ServiceError) as misspelt:
            self.client.evaluate(ruleset="access", facts=[{"template": "agent", "data": {"idd": "x"}}])
        self.assertEqual((misspelt.exception.status, misspelt.exception.code), (422, "validation_error"))
        self.assertEqual(misspelt.exception.field, "facts[0].data.idd")
        with self.assertRaises(ServiceError) as unknown:
            Client(URL, "wrong").evaluate(ruleset="access", facts=[])
        self.assertEqual((unknown.exception.status, unknown.exception.code), (401, "unauthorized"))
        with self.assertRaises(ServiceError) as unread:
            self.client.rules()
        self.assertEqual(unread.exception.code, "validation_error")

    def test_a_request_that_cannot_be_written_is_not_sent(self) -> None:
        for call in (
            lambda: self.client.read_session(session_id=".."),
            lambda: self.client.read_session(session_id=""),
            lambda: self.client.post_data(path="a/../../v1"),
            lambda: self.client.batch_data(path="access", inputs={"a": float("nan")}),
            lambda: Client("ftp://127.0.0.1"),
        ):
            with self.assertRaises(ValueError):
                call()
        with self.assertRaises(ServiceError) as refused:
            self.client.read_session(session_id="a/b?c")
        self.assertEqual(refused.exception.code, "session_not_found")


if __name__ == "__main__":
    unittest.main()
