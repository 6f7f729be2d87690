"""Checks docs/solvency-vectors.json, or a published snapshot, as docs/proof-of-solvency.md says, with Python's standard library.
    python3 verify.py vectors FILE       every part of the format, against the examples
    python3 verify.py snapshot FOLDER N  tree, files, journal and history of snapshot N and all before it
"""
import hashlib, hmac, json, pathlib, struct, sys

U64 = 2**64

def sha(data): return hashlib.sha256(data).digest()

def mac(key, data): return hmac.new(key, data, hashlib.sha256).digest()

def text(value):
    data = value.encode()
    return struct.pack(">H", len(data)) + data

def u64(value): return struct.pack(">Q", value)

def leaf_key(nonce, number, email): return mac(nonce, text("glasspool/leaf-key/v1") + u64(number) + text(email))

def leaf_digest(key, usdt, trx, position): return sha(b"\x00" + key + u64(usdt) + u64(trx) + struct.pack(">I", position))

EMPTY = (sha(b"\x02"), 0, 0)

def join(left, right):
    body = b"".join(digest + u64(usdt) + u64(trx) for digest, usdt, trx in (left, right))
    usdt, trx = left[1] + right[1], left[2] + right[2]
    assert usdt < U64 and trx < U64, "a sum overflows"
    return (sha(b"\x01" + body), usdt, trx)

def tree_root(level):
    while len(level) > 1:
        level = level + [EMPTY] * (len(level) % 2)
        level = [join(level[i], level[i + 1]) for i in range(0, len(level), 2)]
    return level[0] if level else EMPTY

def walk(node, position, path):
    for level, sibling in enumerate(path):
        node = join(sibling, node) if (position >> level) & 1 else join(node, sibling)
    return node

def nodes(data):
    assert len(data) % 48 == 0, "a leaf is cut off"
    return [struct.unpack(">32sQQ", data[i : i + 48]) for i in range(0, len(data), 48)]

def log_root(leaves):
    if not leaves: return sha(b"")
    if len(leaves) == 1: return leaves[0]
    split = 1 << (len(leaves) - 1).bit_length() - 1
    return sha(b"\x01" + log_root(leaves[:split]) + log_root(leaves[split:]))

def log_walk(leaf, index, size, path):
    if size == 1: return leaf
    split = 1 << (size - 1).bit_length() - 1
    if index < split:
        return sha(b"\x01" + log_walk(leaf, index, split, path[:-1]) + path[-1])
    return sha(b"\x01" + path[-1] + log_walk(leaf, index - split, size - split, path[:-1]))

def log_growth(old_size, size, old_root, path, whole=True):
    """The roots that a consistency proof leads to: of the old log, and of the new one."""
    if old_size == size:
        root = old_root if whole else next(path)
        return root, root
    split = 1 << (size - 1).bit_length() - 1
    if old_size <= split:
        old, new = log_growth(old_size, split, old_root, path, whole)
        return old, sha(b"\x01" + new + next(path))
    old, new = log_growth(old_size - split, size - split, old_root, path, False)
    left = next(path)
    return sha(b"\x01" + left + old), sha(b"\x01" + left + new)

def rows(data):
    at = 0
    while at < len(data):
        (size,) = struct.unpack_from(">I", data, at)
        assert at + 4 + size <= len(data), "a row is cut off"
        yield data[at + 4 : at + 4 + size]
        at += 4 + size

FIELDS = [("magic", "8s"), ("number", "Q"), ("previous", "32s"), ("cutOff", "Q"), ("root", "32s"), ("usdt", "Q"), ("trx", "Q")]
FIELDS += [("leafCount", "I"), ("leafFile", "32s")]
FIGURES = [("custody", "Q"), ("inFlight", "Q"), ("receivable", "Q"), ("owed", "Q"), ("reserve", "Q"), ("payable", "Q"), ("ownFunds", "q"), ("dust", "Q")]
FIELDS += [(f"{c}.{f}", form) for c in ("usdt", "trx") for f, form in FIGURES]
FIELDS += [("journalLength", "Q"), ("journalHead", "32s"), ("terms", "32s"), ("bscChain", "Q"), ("bscHeight", "Q")]
FIELDS += [("bscBlock", "32s"), ("tronGenesis", "32s"), ("tronHeight", "Q"), ("tronBlock", "32s"), ("reserves", "32s")]
FIELDS += [("stateProof", "32s"), ("inFlight", "32s"), ("checkpoint", "32s")]
FIELDS += [("anchorAddress", "20s"), ("statementKey", "32s")]

def manifest(data):
    values = struct.unpack(">" + "".join(form for _, form in FIELDS), data)
    read = {name: value for (name, _), value in zip(FIELDS, values)}
    assert read["magic"] == b"GLSPOOL3", "not a manifest"
    for c in ("usdt", "trx"):
        held, claims = (sum(read[f"{c}.{f}"] for f in side.split()) for side in ("custody inFlight receivable", "owed reserve payable ownFunds"))
        assert held == claims, "assets are not equal to liabilities and own funds"
    return read

def check_vectors(file):
    v = json.loads(pathlib.Path(file).read_text())
    as_node = lambda n: (bytes.fromhex(n["digest"]), int(n["usdt"]), int(n["trx"]))
    root = as_node(v["root"])
    for leaf in v["leaves"]:
        key = leaf_key(bytes.fromhex(leaf["nonce"]), v["snapshotNumber"], leaf["email"])
        assert key.hex() == leaf["key"]
        digest = leaf_digest(key, int(leaf["usdt"]), int(leaf["trx"]), leaf["position"])
        assert digest.hex() == leaf["digest"]
        assert walk(as_node(leaf), leaf["position"], [as_node(n) for n in leaf["path"]]) == root
    assert tree_root(nodes(bytes.fromhex(v["leafFile"]))) == root
    entries = list(rows(bytes.fromhex(v["journal"]["file"])))
    assert [e.hex() for e in entries] == v["journal"]["entries"]
    leaves = [sha(b"\x00" + e) for e in entries]
    assert log_root(leaves).hex() == v["journal"]["root"] and log_root(leaves[:2]).hex() == v["journal"]["rootOfTwo"]
    inclusion, growth = ([bytes.fromhex(h) for h in v["journal"][k]] for k in ("inclusionOfSecond", "consistencyFromTwo"))
    assert log_walk(leaves[1], 1, len(leaves), inclusion) == log_root(leaves)
    assert log_growth(2, len(leaves), log_root(leaves[:2]), iter(growth)) == (log_root(leaves[:2]), log_root(leaves))
    alice = bytes.fromhex(v["leaves"][0]["nonce"])
    assert mac(alice, text("glasspool/journal/v1") + u64(v["snapshotNumber"]))[:16].hex() == v["journal"]["pseudonym"]
    page = v["rewardPage"]
    for row in page["rows"]:
        name = text("glasspool/reward-row/v1") + text(page["runId"]) + struct.pack(">I", page["page"]) + text(row["text"])
        assert mac(bytes.fromhex(row["nonce"]), name)[:16].hex() == row["salt"]
        assert sha(b"\x00" + (row["salt"] + "/" + row["text"]).encode()).hex() == row["leaf"]
    assert log_root([bytes.fromhex(row["leaf"]) for row in page["rows"]]).hex() == page["root"]
    encoded = bytes.fromhex(v["manifest"])
    read = manifest(encoded)
    assert (read["root"], read["usdt"], read["trx"]) == root and read["journalHead"] == log_root(leaves)
    digest = sha(b"\x03" + encoded)
    assert digest.hex() == v["manifestDigest"] and (b"GLSP1" + digest).hex() == v["anchorData"]
    first = v["leaves"][0]
    receipt = text("glasspool/receipt/v2") + u64(v["snapshotNumber"]) + text(first["email"]) + sha(text("glasspool/nonce/v1") + alice)
    assert (receipt + u64(int(first["usdt"])) + u64(int(first["trx"])) + digest).hex() == v["receiptMessage"]
    assert v["statement"].endswith("manifest: " + digest.hex())
    print("every example is right")

BOUND = [("reserves.json", "reserves"), ("terms.json", "terms"), ("state-proof.json", "stateProof"), ("in-flight.json", "inFlight"), ("checkpoint.json", "checkpoint")]

def check_snapshot(folder, newest):
    before, log = bytes(32), []
    for number in range(newest + 1):
        place = pathlib.Path(folder) / str(number)
        encoded = (place / "manifest.bin").read_bytes()
        read = manifest(encoded)
        assert read["number"] == number and read["previous"] == before, "the history is broken"
        data = (place / "leaves.bin").read_bytes()
        assert sha(data) == read["leafFile"], "leaves.bin is another file"
        leaves = nodes(data)
        assert len(leaves) == read["leafCount"] and len({leaf[0] for leaf in leaves}) == len(leaves), "leaves are missing or doubled"
        assert all(usdt or trx for _, usdt, trx in leaves), "a leaf is of nothing"
        assert tree_root(leaves) == (read["root"], read["usdt"], read["trx"]), "the tree has another root"
        assert (read["usdt"], read["trx"]) == (read["usdt.owed"], read["trx.owed"]), "another sum is owed"
        for name, field in BOUND:
            assert sha((place / name).read_bytes()) == read[field], name + " is another file"
        log += [sha(b"\x00" + row) for row in rows((place / "journal.bin").read_bytes())]
        assert len(log) == read["journalLength"] and log_root(log) == read["journalHead"], "the journal is another one"
        before = sha(b"\x03" + encoded)
    print(f"snapshot {newest}: {len(leaves)} leaves, {len(log)} entries, {before.hex()}")

if __name__ == "__main__":
    check_vectors(sys.argv[2]) if sys.argv[1] == "vectors" else check_snapshot(sys.argv[2], int(sys.argv[3]))
