"""Each claim stands where it says: its paragraph has the hash, and holds the phrase. The articles are not ours
to ship: they are looked for in the folder FOOTRACE_ARTICLES, as text files numbered 000 to 004; exit 77 without."""
import hashlib
import os
import pathlib
import re
import sys
import tomllib
import unittest

CLAIMS = pathlib.Path(__file__).resolve().parents[3] / "experiments" / "claims"
ARTICLES = pathlib.Path(os.environ.get("FOOTRACE_ARTICLES", "/nowhere"))
NUMBERS = {"don": "000", "uurloon": "001", "gouveia": "002", "covert": "003", "gilmok": "004"}
MOST_WORDS = 8


class Places(unittest.TestCase):
    def test_claims_stand_in_their_paragraphs(self):
        for name, number in NUMBERS.items():
            text, = (path.read_text(encoding="utf-8") for path in ARTICLES.glob(f"{number}_*.txt"))
            blocks = [" ".join(block.split()) for block in re.split(r"\n\s*\n", text) if block.strip()]
            for claim in tomllib.loads((CLAIMS / f"{name}.toml").read_text(encoding="utf-8"))["claim"]:
                block, phrase = blocks[claim["paragraph"] - 1], claim.get("phrase", "")
                self.assertEqual(hashlib.sha256(block.encode()).hexdigest()[:12], claim["hash"], claim["name"])
                self.assertIn(phrase, block.replace("’", "'"), claim["name"])
                self.assertLessEqual(len(phrase.split()), MOST_WORDS, claim["name"])


if __name__ == "__main__":
    if not ARTICLES.is_dir():
        print("no articles: FOOTRACE_ARTICLES names no folder")
        sys.exit(77)
    unittest.main()
