"""check, export, compare, merge and report read the same files: compressed, through a pipe, with a byte
order mark; and refuse the same ones. No control character gets out of them."""
import contextlib
import gzip
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

FOOTRACE = sys.argv.pop(1)
COMMANDS = {"check": (("check",), ()), "export": (("export", "--format", "csv"), ()),
            "markdown": (("export", "--format", "markdown"), ()), "merge": (("merge", "-o", "-"), ()),
            "compare": (("compare",), ("FILE",))}


class Alike(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.stack = contextlib.ExitStack()
        cls.folder = pathlib.Path(cls.stack.enter_context(tempfile.TemporaryDirectory()))
        cls.plain = cls.folder / "plain.jsonl"
        done = subprocess.run(
            [FOOTRACE, "run", "--map", "history-160x120", "--clicks", "auto:8", "--algo", "astar",
             "--algo", "flood", "--allow-debug", "--quiet", "--rounds", "1", "--frame", "64x64",
             "-o", cls.plain], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        cls.text = cls.plain.read_bytes()

    @classmethod
    def tearDownClass(cls):
        cls.stack.close()

    def ask(self, command, file, **options):
        front, behind = COMMANDS[command]
        behind = [str(self.plain)] if behind else []
        return subprocess.run([FOOTRACE, *front, str(file), *behind], capture_output=True,
                              text=True, check=False, timeout=120, **options)

    def file(self, name, held):
        path = self.folder / name
        path.write_bytes(held)
        return path

    def test_what_is_read(self):
        files = {"gz": gzip.compress(self.text), "bom": b"\xef\xbb\xbf" + self.text,
                 "mark.gz": gzip.compress(b"\xef\xbb\xbf" + self.text),
                 "two.gz": gzip.compress(self.text[:999]) + gzip.compress(self.text[999:]),
                 "zeros.gz": gzip.compress(self.text) + bytes(512)}
        for command in COMMANDS:
            expected = self.ask(command, self.plain)
            self.assertEqual(expected.returncode, 0, expected.stderr)
            for name, held in files.items():
                with self.subTest(command=command, name=name):
                    done = self.ask(command, self.file(name, held))
                    self.assertEqual((done.returncode, done.stderr), (0, ""))
                    self.assertEqual(done.stdout.replace(f"/{name}", "/plain.jsonl"), expected.stdout)
            for packed in (self.text, files["gz"]):
                with self.subTest(command=command, pipe=len(packed)):
                    reading, writing = os.pipe()
                    feeding = subprocess.Popen(["cat", self.file("fed", packed)], stdout=writing)
                    os.close(writing)
                    done = self.ask(command, f"/dev/fd/{reading}", pass_fds=(reading,))
                    os.close(reading)
                    feeding.wait()
                    self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_what_is_refused(self):
        packed = gzip.compress(self.text)
        files = {"cut.gz": packed[:-30], "garbage.gz": packed + b"garbage", "empty.gz": packed[:10],
                 "damaged.gz": packed[:200] + bytes(50) + packed[250:],
                 "behind": self.text + b'{"kind":"end"}\n', "no": b"no result\n",
                 "long": self.text.replace(b'"algo":"astar"', b'"algo":"' + b"a" * 5000 + b'"')}
        for command in COMMANDS:
            for name, held in files.items():
                with self.subTest(command=command, name=name):
                    done = self.ask(command, self.file(name, held))
                    self.assertIn(done.returncode, (1, 2), name)
                    self.assertIn(name, done.stderr)

    def test_control_characters_stay_inside(self):
        label = "\x1b[31mred\u009b1m\r\x07\u202eder\u2066\u2028"
        rows = [json.loads(line) for line in self.text.decode().splitlines()]
        for row in rows:
            for key in ("algo", "label", "map", "clicks", "tag"):
                if isinstance(row.get(key), str):
                    row[key] = label + row[key]
        hostile = self.file("hostile", "".join(
            json.dumps(row, separators=(",", ":")) + "\n" for row in rows).encode())
        broken = self.file("broken", hostile.read_bytes() + hostile.read_bytes())
        for file in (hostile, broken):
            for command in ("check", "export", "markdown", "compare"):
                done = self.ask(command, file)
                for text in (done.stdout, done.stderr):
                    for character in "\x1b\u009b\r\x07\u202e\u2066\u2028":
                        self.assertNotIn(character, text, (command, file.name))
        for character in "\x1b\u202e":
            done = subprocess.run([FOOTRACE, "run", "--map", "open", "--algo", f"{character}[31m=astar",
                                   "-o", "-"], capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, 2)
            self.assertNotIn(character, done.stderr)


if __name__ == "__main__":
    unittest.main()
