"""Behaviour of the client when the service misbehaves."""

import json
import socket
import threading
import unittest
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from ferrule_client import CallOptions, Client, ConnectionFault, ServiceError

ALLOWED = {"decision": "allow", "reason": "fine", "rule_trace": [], "module_trace": [], "duration_us": 1}
FACT = {"session_id": "s", "template": "agent", "data": {}}


def answer(status, body, **headers):
    def write(handler):
        content = (body if isinstance(body, str) else json.dumps(body)).encode()
        handler.send_response(status)
        for name, value in headers.items():
            handler.send_header(name.replace("_", "-"), value)
        handler.send_header("content-length", str(len(content)))
        handler.end_headers()
        handler.wfile.write(content)

    return write


def hang(handler):
    handler.server.released.wait()


def hang_up(handler):
    handler.close_connection = True
    handler.connection.shutdown(socket.SHUT_RDWR)


def cut_off(handler):
    handler.send_response(200)
    handler.send_header("content-length", "1000")
    handler.end_headers()
    handler.wfile.write(b'{"decision": "al')


def stall(handler):
    cut_off(handler)
    handler.wfile.flush()
    handler.server.released.wait()


BUSY = answer(503, {"error": "overloaded", "detail": "try again shortly"}, retry_after="0")


class Handler(BaseHTTPRequestHandler):
    def _answer(self):
        self.rfile.read(int(self.headers.get("content-length", 0)))
        self.server.seen.append(self.path)
        answers = self.server.answers
        answers[min(len(self.server.seen), len(answers)) - 1](self)

    do_GET = do_POST = do_DELETE = _answer

    def log_message(self, *_):
        pass


class Faults(unittest.TestCase):
    def serve(self, *answers, **options):
        server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        server.daemon_threads = True
        server.answers, server.seen, server.released = answers, [], threading.Event()
        threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        self.addCleanup(server.released.set)
        self.server = server
        return Client(f"http://127.0.0.1:{server.server_port}/rules", "t", **options)

    def evaluate(self, client, **more):
        return client.evaluate(ruleset="access", facts=[], **more)

    def test_an_evaluation_is_sent_again(self):
        for fault in (BUSY, hang_up, cut_off, answer(502, "<html>")):
            client = self.serve(fault, fault, answer(200, ALLOWED))
            self.assertEqual(self.evaluate(client)["decision"], "allow")
            self.assertEqual(self.server.seen, ["/rules/v1/evaluate"] * 3)

    def test_an_evaluation_is_sent_again_after_an_attempt_that_hung(self):
        client = self.serve(hang, stall, answer(200, ALLOWED), timeout=0.2)
        self.assertEqual(self.evaluate(client)["decision"], "allow")

    def test_a_change_is_sent_again_only_when_it_was_not_begun(self):
        client = self.serve(BUSY, answer(200, {"success": True}))
        self.assertEqual(client.assert_fact(**FACT), {"success": True})
        client = self.serve(hang_up)
        with self.assertRaises(ConnectionFault) as lost:
            client.assert_fact(**FACT)
        self.assertEqual((lost.exception.code, len(self.server.seen)), ("unreachable", 1))

    def test_a_run_is_sent_again_when_it_has_a_key(self):
        accepted = answer(202, {"run_id": "r1", "status": "pending"})
        client = self.serve(hang_up, accepted)
        client.enqueue_run(graph_id="g", idempotency_key="k")
        client = self.serve(hang_up, accepted)
        with self.assertRaises(ConnectionFault):
            client.enqueue_run(graph_id="g")

    def test_what_is_refused_for_good_is_not_sent_again(self):
        for status, code in ((503, "evaluation_timeout"), (401, "unauthorized"), (409, "scope_error")):
            client = self.serve(answer(status, {"error": code, "detail": "no"}))
            with self.assertRaises(ServiceError) as refused:
                self.evaluate(client)
            self.assertEqual((refused.exception.code, len(self.server.seen)), (code, 1))
        client = self.serve(answer(503, {"error": "overloaded", "detail": "later"}, retry_after="3600"))
        with self.assertRaises(ServiceError) as later:
            self.evaluate(client)
        self.assertEqual((later.exception.retry_after, len(self.server.seen)), (3600, 1))
        client = self.serve(hang_up)
        with self.assertRaises(ConnectionFault):
            self.evaluate(client, session_id="s", session="create")
        self.assertEqual(len(self.server.seen), 1)

    def test_nothing_is_sent_more_often_than_it_may_be(self):
        client = self.serve(BUSY)
        with self.assertRaises(ServiceError):
            self.evaluate(client, call=CallOptions(retries=3))
        self.assertEqual(len(self.server.seen), 4)

    def test_an_answer_that_cannot_be_trusted_is_an_error(self):
        for fault in (
            answer(200, '{"decision": "allow"'),
            answer(200, "true"),
            answer(200, '{"decision": NaN}'),
            answer(200, {**{k: v for k, v in ALLOWED.items() if k != "decision"}}),
            answer(302, ALLOWED, location="http://127.0.0.1:1/"),
        ):
            client = self.serve(fault)
            with self.assertRaises(ConnectionFault) as invalid:
                self.evaluate(client)
            self.assertEqual((invalid.exception.code, len(self.server.seen)), ("invalid_answer", 1))

    def test_no_answer_is_told_after_its_time(self):
        for fault in (hang, stall):
            client = self.serve(fault)
            with self.assertRaises(ConnectionFault) as late:
                client.status(call=CallOptions(timeout=0.1, retries=0))
            self.assertEqual(late.exception.code, "timeout")

    def test_nobody_listens(self):
        with socket.socket() as plug:
            plug.bind(("127.0.0.1", 0))
            client = Client(f"http://127.0.0.1:{plug.getsockname()[1]}")
            with self.assertRaises(ConnectionFault) as gone:
                client.assert_fact(**FACT)
        self.assertEqual(gone.exception.code, "unreachable")


if __name__ == "__main__":
    unittest.main()
