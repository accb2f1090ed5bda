"""JSON nested so deeply that a program which walks it by recursion overflows its stack."""

import unittest

from attack import Attack


def nested(depth):
    return b"[" * depth + b"]" * depth


class Nesting(Attack):
    def answers_400(self, live, message):
        live.send(message)
        self.assertEqual(live.read()["error"]["code"], 400)

    def test_before_hello(self):
        self.answers_400(self.live(), b'{"do":"x","id":' + nested(70_000) + b"}")

    def test_as_the_means_of_an_experiment(self):
        self.answers_400(self.visitor(), b'{"do":"bandit","rules":["ucb1"],"means":' + nested(100_000) + b"}")

    def test_objects(self):
        self.answers_400(self.live(), b'{"do":' * 30_000 + b"1" + b"}" * 30_000)

    def test_without_an_end(self):
        self.answers_400(self.live(), b'{"id":' + b"[" * 200_000)

    def test_by_http(self):
        self.assertEqual(self.server.ask("POST", "/api/v1/show", b'{"game":' + nested(100_000) + b"}")[0], 400)


if __name__ == "__main__":
    unittest.main()
