#!/usr/bin/env python3
"""Checks a Glasspool snapshot and all before it, as docs/proof-of-solvency.md says, with Python's standard library alone.

    python3 glasspool_verify.py PLACE [--snapshot N] [--bsc-rpc URL --tron-rpc URL --usdt CONTRACT] [--depth BLOCKS]
            [--anchor ADDRESS] [--first DIGEST] [--since NUMBER:DIGEST] [--report FILE --email EMAIL] [--max-age HOURS] [--strict]
    python3 glasspool_verify.py PLACE --dispute FILE
    python3 glasspool_verify.py --vectors FILE

PLACE is a folder of published files, a folder for each snapshot, or the address of a pool. Exit codes: 0 all checked and right,
1 something is wrong, 2 something could not be checked (1 with --strict). It shares no code with the pool: a second reading of the document.
"""
import argparse, datetime, hashlib, hmac, json, pathlib, re, struct, sys, time, urllib.error, urllib.request

MINUTE, HOUR, DAY = 60_000, 3_600_000, 86_400_000
U64 = 2**64


class Wrong(Exception):
    """Something is not as the document says."""


class NotChecked(Exception):
    """A check that could not be made."""


def need(condition, message):
    if not condition:
        raise Wrong(message)


# ---- hashes and curves ------------------------------------------------------------------------------------------------------------


def sha(data):
    return hashlib.sha256(data).digest()


def mac(key, data):
    return hmac.new(key, data, hashlib.sha256).digest()


def _keccak_constants():
    """Round constants and rotations (FIPS 202, 3.2)."""
    constants, lfsr = [], 1
    for _ in range(24):
        value = 0
        for j in range(7):
            if lfsr & 1:
                value |= 1 << ((1 << j) - 1)
            lfsr = lfsr << 1 ^ (0x171 if lfsr >> 7 else 0)
        constants.append(value)
    return constants


ROUNDS = _keccak_constants()


def keccak(data):
    """Keccak-256 with the padding of Ethereum."""
    mask, rate = U64 - 1, 136
    rot = lambda v, n: ((v << n) | (v >> (64 - n))) & mask if n else v
    data = bytearray(data) + b"\x01" + bytes(-(len(data) + 1) % rate)
    data[-1] |= 0x80
    lanes = [[0] * 5 for _ in range(5)]
    for start in range(0, len(data), rate):
        for i, word in enumerate(struct.unpack("<17Q", data[start : start + rate])):
            lanes[i % 5][i // 5] ^= word
        for constant in ROUNDS:
            c = [lanes[x][0] ^ lanes[x][1] ^ lanes[x][2] ^ lanes[x][3] ^ lanes[x][4] for x in range(5)]
            d = [c[(x + 4) % 5] ^ rot(c[(x + 1) % 5], 1) for x in range(5)]
            lanes = [[lanes[x][y] ^ d[x] for y in range(5)] for x in range(5)]
            x, y, current = 1, 0, lanes[1][0]
            for t in range(24):
                x, y = y, (2 * x + 3 * y) % 5
                current, lanes[x][y] = lanes[x][y], rot(current, (t + 1) * (t + 2) // 2 % 64)
            for y in range(5):
                row = [lanes[x][y] for x in range(5)]
                for x in range(5):
                    lanes[x][y] = row[x] ^ (~row[(x + 1) % 5] & mask & row[(x + 2) % 5])
            lanes[0][0] ^= constant
    return b"".join(struct.pack("<Q", lanes[i % 5][i // 5]) for i in range(4))


P256K1 = 2**256 - 2**32 - 977
N256K1 = 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141
G256K1 = (
    0x79BE667EF9DCBBAC55A06295CE870B07029BFCDB2DCE28D959F2815B16F81798,
    0x483ADA7726A3C4655DA4FBFC0E1108A8FD17B448A68554199C47D08FFB10D4B8,
)


def k1_add(a, b):
    p = P256K1
    if a is None or b is None:
        return a or b
    if a[0] == b[0]:
        if (a[1] + b[1]) % p == 0:
            return None
        slope = 3 * a[0] * a[0] * pow(2 * a[1], -1, p) % p
    else:
        slope = (b[1] - a[1]) * pow(b[0] - a[0], -1, p) % p
    x = (slope * slope - a[0] - b[0]) % p
    return (x, (slope * (a[0] - x) - a[1]) % p)


def k1_mul(point, scalar):
    result = None
    while scalar:
        if scalar & 1:
            result = k1_add(result, point)
        point, scalar = k1_add(point, point), scalar >> 1
    return result


def recover(digest, signature):
    """The 20 bytes of the address whose key signed (SEC 1, 4.1.6)."""
    need(len(signature) == 65, "a signature has 65 bytes")
    r, s = int.from_bytes(signature[:32], "big"), int.from_bytes(signature[32:64], "big")
    bit = signature[64] - 27 if signature[64] >= 27 else signature[64]
    need(0 < r < N256K1 and 0 < s < N256K1 and bit in (0, 1), "the signature belongs to no key")
    square = (pow(r, 3, P256K1) + 7) % P256K1
    y = pow(square, (P256K1 + 1) // 4, P256K1)
    need(y * y % P256K1 == square, "the signature belongs to no key")
    point = (r, y if y % 2 == bit else P256K1 - y)
    e, inverse = int.from_bytes(digest, "big"), pow(r, -1, N256K1)
    key = k1_add(k1_mul(G256K1, -e * inverse % N256K1), k1_mul(point, s * inverse % N256K1))
    need(key is not None, "the signature belongs to no key")
    return keccak(key[0].to_bytes(32, "big") + key[1].to_bytes(32, "big"))[-20:]


P25519 = 2**255 - 19
L25519 = 2**252 + 27742317777372353535851937790883648493
D25519 = -121665 * pow(121666, -1, P25519) % P25519


def ed_decode(data):
    """The point of its canonical encoding (RFC 8032, 5.1.3)."""
    if len(data) != 32:
        return None
    p = P25519
    number = int.from_bytes(data, "little")
    sign, y = number >> 255, number & (2**255 - 1)
    if y >= p:
        return None
    square = (y * y - 1) * pow(D25519 * y * y + 1, -1, p) % p
    x = pow(square, (p + 3) // 8, p)
    if x * x % p != square:
        x = x * pow(2, (p - 1) // 4, p) % p
    if x * x % p != square or (x == 0 and sign):
        return None
    return (x if x % 2 == sign else p - x, y)


def ed_add(a, b):
    p = P25519
    product = D25519 * a[0] * b[0] * a[1] * b[1] % p
    x = (a[0] * b[1] + b[0] * a[1]) * pow(1 + product, -1, p) % p
    return (x, (a[1] * b[1] + a[0] * b[0]) * pow(1 - product, -1, p) % p)


def ed_mul(point, scalar):
    result = (0, 1)
    while scalar:
        if scalar & 1:
            result = ed_add(result, point)
        point, scalar = ed_add(point, point), scalar >> 1
    return result


ED_BASE = ed_decode((4 * pow(5, -1, P25519) % P25519).to_bytes(32, "little"))


def ed_point(data):
    """A point of the prime-order subgroup other than the identity, or None."""
    point = ed_decode(data)
    return None if point is None or point == (0, 1) or ed_mul(point, L25519) != (0, 1) else point


KEYS = {}


def ed_key(data):
    if data not in KEYS:
        KEYS[data] = ed_point(data)
    return KEYS[data]


def ed25519_verify(signature, message, key):
    """The rule of docs/proof-of-solvency.md, Signatures: RFC 8032, 5.1.7, without the cofactor, no point with a part of small order."""
    if len(signature) != 64:
        return False
    a, r = ed_key(key), ed_point(signature[:32])
    s = int.from_bytes(signature[32:], "little")
    if a is None or r is None or s >= L25519:
        return False
    h = int.from_bytes(hashlib.sha512(signature[:32] + key + message).digest(), "little") % L25519
    return ed_mul(ED_BASE, s) == ed_add(r, ed_mul(a, h))


# ---- bytes, texts and shapes ------------------------------------------------------------------------------------------------------


def unhex(value):
    value = value[2:] if value.startswith("0x") else value
    need(re.fullmatch("([0-9a-fA-F]{2})*", value, re.ASCII), "this is not hex")
    return bytes.fromhex(value)


def text(value):
    data = value.encode()
    return struct.pack(">H", len(data)) + data


def u64(value):
    need(0 <= value < U64, f"{value} does not fit 64 bits")
    return struct.pack(">Q", value)


def matches(pattern):
    compiled = re.compile(pattern, re.ASCII)
    return lambda value: isinstance(value, str) and compiled.fullmatch(value) is not None


def one_of(*values):
    return lambda value: value in values


whole = lambda value: isinstance(value, int) and not isinstance(value, bool)
string = lambda value: isinstance(value, str)
truth = lambda value: isinstance(value, bool)
decimal, signed = matches(r"\d{1,78}"), matches(r"-?\d{1,40}")
hex32, hex_bytes = matches(r"(0x)?[0-9a-f]{64}"), matches(r"0x([0-9a-f]{2})*")
network, currency3 = one_of("BSC", "TRON"), one_of("USDT", "TRX", "BNB")
or_none = lambda inner: lambda value: value is None or fits(value, inner)
PER_CURRENCY = {"USDT": decimal, "TRX": decimal}
TIMED = {"atMs": whole, "amountMicro": signed}
SHAPES = {
    "reserves.json": {"reserves": [{"network": network, "address": string, "units": decimal}]},
    "state-proof.json": {
        "proof": or_none({
            "token": matches("0x[0-9a-f]{40}"), "slot": whole, "header": hex_bytes, "account": [hex_bytes],
            "balances": [{"address": string, "nodes": [hex_bytes]}],
        })
    },
    "statements.json": {"statements": [{"network": network, "address": string, "signature": string}]},
    "anchor.json": {"txHash": or_none(hex32)},
    "in-flight.json": {
        "inFlight": [{"network": network, "amountMicro": decimal, "signedAtMs": whole, "txHashes": [hex32]}]
    },
    "terms.json": {
        "terms": [{
            "version": whole, "targetRatePpm": whole, "termDays": whole, "minimum": PER_CURRENCY, "withdrawalMinimum": PER_CURRENCY,
            "withdrawalFee": PER_CURRENCY, "referralRatesPpm": [whole], "referralCapPpm": whole, "publishedAtMs": whole, "startsAtMs": whole,
        }],
        "runs": [{
            "id": string, "runAtMs": whole, "currency": one_of("USDT", "TRX"), "termsVersion": whole, "isClosed": truth, "due": decimal,
            "referralDue": decimal, "sharePpb": whole, "referralSharePpb": whole, "reserveBefore": decimal, "fixed": decimal,
            "paid": decimal, "referralPaid": decimal, "root": or_none(hex32),
        }],
    },
    "checkpoint.json": {
        "journalPeaks": [{"size": whole, "digest": hex32}],
        "balances": [{"account": string, "currency": currency3, "amountMicro": signed}],
        "receipts": PER_CURRENCY,
        "principal": [{"currency": currency3, "investedMicro": signed, "weightedMicroMs": signed, "latestMs": whole}],
        "rewarded": PER_CURRENCY,
        "reserves": [{"account": string, "currency": currency3, "balances": [TIMED]}],
        "signed": [{**TIMED, "currency": currency3}],
        "openRuns": [{
            "id": string, "currency": currency3, "termsVersion": whole, "createdAtMs": whole, "principalMicroMs": signed,
            "reserveBefore": decimal, "fixed": decimal, "paid": decimal, "referralPaid": decimal, "returned": decimal, "pages": [whole],
        }],
    },
}


def fits(value, shape):
    if isinstance(shape, dict):
        return isinstance(value, dict) and value.keys() == shape.keys() and all(fits(value[k], shape[k]) for k in shape)
    if isinstance(shape, list):
        return isinstance(value, list) and all(fits(one, shape[0]) for one in value)
    return shape(value)


# ---- trees ------------------------------------------------------------------------------------------------------------------------

EMPTY = (sha(b"\x02"), 0, 0)


def leaf_key(nonce, number, email):
    return mac(nonce, text("glasspool/leaf-key/v1") + u64(number) + text(email))


def leaf_digest(key, usdt, trx, position):
    return sha(b"\x00" + key + u64(usdt) + u64(trx) + struct.pack(">I", position))


def join(left, right):
    usdt, trx = left[1] + right[1], left[2] + right[2]
    need(usdt < U64 and trx < U64, "a sum of the tree does not fit 64 bits")
    body = b"".join(digest + u64(a) + u64(b) for digest, a, b in (left, right))
    return (sha(b"\x01" + body), usdt, trx)


def tree_root(level):
    while len(level) > 1:
        level = level + [EMPTY] * (len(level) % 2)
        level = [join(level[i], level[i + 1]) for i in range(0, len(level), 2)]
    return level[0] if level else EMPTY


def in_tree(leaf, position, path, root, count):
    depth = 0 if count <= 1 else (count - 1).bit_length()
    if not (0 <= position < count and len(path) == depth):
        return False
    for level, sibling in enumerate(path):
        leaf = join(sibling, leaf) if position >> level & 1 else join(leaf, sibling)
    return leaf == root


class Log:
    """RFC 6962, 2.1: the roots of complete subtrees, largest first."""

    def __init__(self, peaks=()):
        self.peaks = list(peaks)

    @property
    def length(self):
        return sum(size for size, _ in self.peaks)

    def push(self, row):
        self.peaks.append((1, sha(b"\x00" + row)))
        while len(self.peaks) > 1 and self.peaks[-1][0] == self.peaks[-2][0]:
            (size, right), (_, left) = self.peaks.pop(), self.peaks.pop()
            self.peaks.append((2 * size, sha(b"\x01" + left + right)))

    def root(self):
        if not self.peaks:
            return sha(b"")
        digest = self.peaks[-1][1]
        for _, left in reversed(self.peaks[:-1]):
            digest = sha(b"\x01" + left + digest)
        return digest


def log_includes(leaf, index, length, path, root):
    """RFC 9162, 2.1.3.2."""
    if not 0 <= index < length:
        return False
    at, last = index, length - 1
    for sibling in path:
        if last == 0:
            return False
        if at % 2 == 1 or at == last:
            leaf = sha(b"\x01" + sibling + leaf)
            while at % 2 == 0 and at:
                at, last = at >> 1, last >> 1
        else:
            leaf = sha(b"\x01" + leaf + sibling)
        at, last = at >> 1, last >> 1
    return last == 0 and leaf == root


def log_grew(old, new, path):
    """RFC 9162, 2.1.4.2; each log is (length, root)."""
    if old[0] >= new[0] or old[0] == 0:
        return not path and (old == new if old[0] >= new[0] else old[1] == sha(b""))
    path = ([old[1]] if old[0] & (old[0] - 1) == 0 else []) + list(path)
    if not path:
        return False
    at, last = old[0] - 1, new[0] - 1
    while at % 2:
        at, last = at >> 1, last >> 1
    before = after = path[0]
    for sibling in path[1:]:
        if last == 0:
            return False
        if at % 2 == 1 or at == last:
            before, after = sha(b"\x01" + sibling + before), sha(b"\x01" + sibling + after)
            while at % 2 == 0 and at:
                at, last = at >> 1, last >> 1
        else:
            after = sha(b"\x01" + after + sibling)
        at, last = at >> 1, last >> 1
    return last == 0 and (before, after) == (old[1], new[1])


# ---- manifest and journal ---------------------------------------------------------------------------------------------------------

FIGURES = ("custody", "inFlight", "receivable", "owed", "reserve", "payable", "ownFunds")
FIELDS = [("magic", "8s"), ("number", "Q"), ("previous", "32s"), ("cutOffMs", "Q"), ("root", "32s"), ("rootUSDT", "Q"), ("rootTRX", "Q")]
FIELDS += [("leafCount", "I"), ("leaves.bin", "32s")]
FIELDS += [(c + "." + f, "q" if f == "ownFunds" else "Q") for c in ("USDT", "TRX") for f in FIGURES + ("dust",)]
FIELDS += [("journalLength", "Q"), ("journalHead", "32s"), ("terms.json", "32s"), ("bscChainId", "Q"), ("bscHeight", "Q"), ("bscBlock", "32s")]
FIELDS += [("tronGenesis", "32s"), ("tronHeight", "Q"), ("tronBlock", "32s"), ("reserves.json", "32s"), ("state-proof.json", "32s")]
FIELDS += [("in-flight.json", "32s"), ("checkpoint.json", "32s"), ("anchorAddress", "20s"), ("statementKey", "32s")]
LAYOUT = ">" + "".join(form for _, form in FIELDS)
CURRENCIES = {"USDT": ("BSC", 12), "TRX": ("TRON", 0)}
LOCAL_CHAIN = 31337


def read_manifest(data):
    need(len(data) == struct.calcsize(LAYOUT) and data[:8] == b"GLSPOOL3", "This is not a manifest of a snapshot.")
    manifest = dict(zip((name for name, _ in FIELDS), struct.unpack(LAYOUT, data)))
    need(ed_key(manifest["statementKey"]) is not None, "The statement key is not a point of the prime-order subgroup: its signatures would prove nothing.")
    return manifest


def manifest_digest(data):
    return sha(b"\x03" + data)


class Reader:
    def __init__(self, data):
        self.data, self.at = data, 0

    def take(self, form):
        size = struct.calcsize(form)
        need(self.at + size <= len(self.data), "an entry ends too early")
        (value,) = struct.unpack_from(form, self.data, self.at)
        self.at += size
        return value

    def text(self):
        size = self.take(">H")
        need(self.at + size <= len(self.data), "an entry ends too early")
        self.at += size
        try:
            return self.data[self.at - size : self.at].decode()
        except UnicodeDecodeError:
            raise Wrong("a text is not UTF-8")


def read_entry(data):
    reader = Reader(data)
    kind, at, reference, count = reader.text(), reader.take(">Q"), reader.text(), reader.take(">H")
    postings = [(reader.text(), reader.text(), reader.take(">q")) for _ in range(count)]
    need(reader.at == len(data), "bytes follow an entry")
    return {"kind": kind, "atMs": at, "reference": reference, "postings": postings}


def read_rows(data):
    at = 0
    while at < len(data):
        need(at + 4 <= len(data), "journal.bin ends within an entry.")
        (size,) = struct.unpack_from(">I", data, at)
        need(size <= 65_536 and at + 4 + size <= len(data), "journal.bin ends within an entry.")
        yield data[at + 4 : at + 4 + size]
        at += 4 + size


def pseudonym(nonce, number):
    return mac(nonce, text("glasspool/journal/v1") + u64(number))[:16].hex()


LIABILITIES = ("user/wallet", "user/invested", "user/withdrawable", "user/referral", "user/onHold")
GUARDED = LIABILITIES + ("pool/reserve", "pool/rewardsPayable", "pool/ownFunds", "pool/withdrawing")
PLAIN = ("pool/rewardsPayable", "pool/ownFunds", "pool/withdrawing", "pool/networkFees", "chain/custody", "chain/inFlight")
# Kinds of docs/books.md: users in an entry (-1 for a batch), then what is debited -> credited.
KINDS = """
deposit 1 chain/custody>user/receivable chain/custody>user/wallet
deposit-restored 1 chain/custody>user/receivable chain/custody>user/wallet
deposit-reversal 1 user/receivable>chain/custody
operator-deposit 0 chain/custody>pool/ownFunds
operator-deposit-restored 0 chain/custody>pool/ownFunds
operator-deposit-reversal 0 pool/ownFunds>chain/custody
attribution 1 pool/ownFunds>user/receivable pool/ownFunds>user/wallet
gas-top-up 0 chain/custody>pool/ownFunds
surplus-booking 0 chain/custody>pool/ownFunds
shortage-write-off 0 pool/networkFees>chain/custody
network-fee 0 pool/networkFees>chain/custody
network-fee-change 0 pool/networkFees>chain/custody chain/custody>pool/networkFees
wallet-release 1 user/wallet>user/withdrawable
investment 1 user/wallet>user/invested user/withdrawable>user/invested user/referral>user/invested
maturity 1 user/invested>user/withdrawable
referral-transfer 1 user/referral>user/withdrawable
withdrawal-hold 1 user/withdrawable>user/onHold user/receivable>user/onHold
withdrawal-sign 0 chain/inFlight>chain/custody
withdrawal 1 user/onHold>chain/inFlight user/onHold>pool/ownFunds
withdrawal-release 1 user/onHold>user/withdrawable
withdrawal-failure 1 chain/custody>chain/inFlight user/onHold>user/withdrawable
withdrawal-reversal 1 chain/custody>user/withdrawable pool/ownFunds>user/withdrawable
withdrawal-late 1 user/receivable>chain/custody chain/custody>user/receivable chain/custody>user/withdrawable
operator-withdrawal-hold 0 pool/ownFunds>pool/withdrawing
operator-withdrawal-sign 0 chain/inFlight>chain/custody
operator-withdrawal 0 pool/withdrawing>chain/inFlight
operator-withdrawal-release 0 pool/withdrawing>pool/ownFunds
operator-withdrawal-failure 0 chain/custody>chain/inFlight pool/withdrawing>pool/ownFunds
operator-withdrawal-reversal 0 chain/custody>pool/ownFunds
operator-withdrawal-late 0 pool/ownFunds>chain/custody chain/custody>pool/ownFunds
reserve-funding 0 pool/ownFunds>pool/reserve
reserve-rollover 0 pool/reserve>pool/reserve
reward-run 0 pool/reserve>pool/rewardsPayable
reward-page -1 pool/rewardsPayable>user/withdrawable pool/rewardsPayable>user/referral
reward-remainder 0 pool/rewardsPayable>pool/reserve
"""
GRAMMAR = {}
for _line in KINDS.split("\n")[1:-1]:
    _kind, _users, *_legs = _line.split(" ")
    GRAMMAR[_kind] = (int(_users), {(side, name) for leg in _legs for side, name in zip((-1, 1), leg.split(">"))})
RUN_KINDS = ("reward-run", "reward-page", "reward-remainder")
RUN_REFERENCE = re.compile(r"reward-run/([^/]+)/(?:fix|remainder|page/\d+(?:/[0-9a-f]{64})?)", re.ASCII)
PAGE_REFERENCE = re.compile(r"reward-run/([^/]+)/page/([1-9]\d{0,8})/([0-9a-f]{64})", re.ASCII)


def parse_account(path):
    """Class, owner, and version of the terms; or nothing."""
    if path.startswith("user/"):
        parts = path.split("/")
        name = "user/" + "/".join(parts[2:])
        return (name, parts[1], None) if len(parts) > 2 and parts[1] and name in LIABILITIES + ("user/receivable",) else None
    version = re.fullmatch(r"pool/reserve/([1-9]\d{0,8})", path, re.ASCII)
    if version:
        return ("pool/reserve", None, int(version[1]))
    return (path, None, None) if path in PLAIN else None


def run_of(reference):
    found = RUN_REFERENCE.fullmatch(reference)
    return found[1] if found else None


class Books:
    """The journal replayed by the grammar: state that rules over later entries depend on."""

    def __init__(self, file=None):
        file = file or {"balances": [], "receipts": {"USDT": "0", "TRX": "0"}, "principal": [], "rewarded": {"USDT": "0", "TRX": "0"},
                        "reserves": [], "signed": [], "openRuns": []}
        self.balances = {(b["account"], b["currency"]): int(b["amountMicro"]) for b in file["balances"]}
        self.receipts = {c: int(n) for c, n in file["receipts"].items()}
        self.principal = {p["currency"]: [int(p["investedMicro"]), int(p["weightedMicroMs"]), p["latestMs"]] for p in file["principal"]}
        self.rewarded = {c: int(n) for c, n in file["rewarded"].items()}
        timed = lambda items: [(b["atMs"], int(b["amountMicro"])) for b in items]
        self.reserves = {(r["account"], r["currency"]): timed(r["balances"]) for r in file["reserves"]}
        self.signed = [(s["atMs"], int(s["amountMicro"]), s["currency"]) for s in file["signed"]]
        self.runs, self.references = {}, set()
        for run in file["openRuns"]:
            numbers = ("principalMicroMs", "reserveBefore", "fixed", "paid", "referralPaid", "returned")
            self.runs[run["id"]] = {**run, **{n: int(run[n]) for n in numbers}, "pages": set(run["pages"]), "counted": True}

    def balance(self, name, currency):
        return self.balances.get((name, currency), 0)

    def apply(self, entry):
        kind, sums = entry["kind"], {}
        for _, currency, amount in entry["postings"]:
            sums[currency] = sums.get(currency, 0) + amount
        need(not any(sums.values()), f"An entry of the kind {kind} makes money.")
        need(kind in GRAMMAR, f"The grammar of transfers has no kind {kind}.")
        users, allowed = GRAMMAR[kind]
        postings, owners, paths = [], set(), set()
        for path, currency, amount in entry["postings"]:
            parsed = parse_account(path)
            need(parsed, f"The chart of accounts has no {path}.")
            name, owner, version = parsed
            need((1 if amount > 0 else -1, name) in allowed, f"An entry of the kind {kind} must not {'credit' if amount > 0 else 'debit'} {name}.")
            owners |= {owner} - {None}
            need(users >= 0 or path not in paths, f"An entry of the kind {kind} has two amounts for one account.")
            paths.add(path)
            postings.append((name, version, currency, amount))
        if users < 0:
            need(owners <= {"*"}, f"An entry of the kind {kind} names a user.")
        else:
            need(len(owners) == users and "*" not in owners, f"An entry of the kind {kind} touches {len(owners)} users.")
        if kind in RUN_KINDS:
            self.follow_run(entry, postings)
        for name, version, currency, amount in postings:
            self.change(name, version, currency, amount, entry["atMs"])
        for name, _, currency, _ in postings:
            if name in ("chain/inFlight", "user/onHold", "pool/withdrawing"):
                flying = -self.balance("chain/inFlight", currency)
                asked = self.balance("user/onHold", currency) + self.balance("pool/withdrawing", currency)
                need(0 <= flying <= asked, f"{flying} micro-units of {currency} are in flight, and open withdrawals are of {asked}.")
        need(not entry["reference"] or entry["reference"] not in self.references, f"The reference {entry['reference']} is there twice.")
        self.references.add(entry["reference"])

    def change(self, name, version, currency, amount, at):
        key = (name if version is None else f"{name}/{version}", currency)
        balance = self.balances.get(key, 0) + amount
        need(balance >= 0 or name not in GUARDED, f"{key[0]} would stand at {balance} micro-units of {currency}.")
        self.balances[key] = balance
        if name == "pool/reserve":
            self.reserves.setdefault(key, []).append((at, balance))
        if name == "user/invested":
            sums = self.principal.setdefault(currency, [0, 0, 0])
            sums[:] = [sums[0] + amount, sums[1] + amount * at, max(sums[2], at)]
        if name == "chain/custody" and amount < 0:
            self.receipts[currency] = self.receipts.get(currency, 0) + 1
        if name == "chain/inFlight" and amount < 0:
            self.signed.append((at, -amount, currency))

    def follow_run(self, entry, postings):
        name = run_of(entry["reference"])
        need(name, f"An entry of the kind {entry['kind']} names no reward run.")
        reserve = next((p for p in postings if p[0] == "pool/reserve"), None)
        if entry["kind"] == "reward-run" and reserve:
            need(name not in self.runs, f"The reward run {name} takes from a reserve twice.")
            _, version, currency, amount = reserve
            invested, weighted, latest = self.principal.get(currency, (0, 0, 0))
            self.runs[name] = {
                "currency": currency, "termsVersion": version, "createdAtMs": entry["atMs"], "counted": False, "pages": set(),
                "reserveBefore": self.balance(f"pool/reserve/{version}", currency), "fixed": -amount, "paid": 0, "referralPaid": 0, "returned": 0,
                "principalMicroMs": invested * max(entry["atMs"], latest) - weighted,
            }
            return
        run = self.runs.get(name)
        need(run, f"The reward run {name} pays before it took from its reserve.")
        need(not reserve or reserve[1] == run["termsVersion"], f"The reward run {name} returns its remainder to another reserve.")
        if entry["kind"] == "reward-page":
            page = PAGE_REFERENCE.fullmatch(entry["reference"])
            need(page, "A page of a reward run does not name the root of its rows.")
            need(int(page[2]) not in run["pages"], f"The page {page[1]}/{page[2]} of a reward run is paid twice.")
            run["pages"].add(int(page[2]))
        for field, account in (("paid", "user/withdrawable"), ("referralPaid", "user/referral"), ("returned", "pool/reserve")):
            run[field] += sum(p[3] for p in postings if p[0] == account)
        need(run["paid"] + run["referralPaid"] + run["returned"] <= run["fixed"], f"The reward run {name} pays more than it took from its reserve.")

    def figures(self, currency):
        total = lambda *names: sum(v for (name, c), v in self.balances.items() if c == currency and (name in names or "pool/reserve" in names and name.startswith("pool/reserve/")))
        return {
            "custody": -total("chain/custody"), "inFlight": -total("chain/inFlight"), "receivable": -total("user/receivable"),
            "owed": total(*LIABILITIES), "reserve": total("pool/reserve"), "payable": total("pool/rewardsPayable"),
            "ownFunds": total("pool/ownFunds", "pool/networkFees", "pool/withdrawing"),
        }

    def add_rewarded(self, file):
        """What was due over all runs, in principal x days x 10^6, after each run that no checkpoint has counted."""
        listed, rates = {r["id"]: r for r in file["runs"]}, {t["version"]: t["targetRatePpm"] for t in file["terms"]}
        sums = dict(self.rewarded)
        yield None, None, sums
        for name, run in self.runs.items():
            if run["counted"]:
                continue
            need(name in listed, f"The journal has a reward run {name} that is not listed.")
            said = listed[name]
            rate = rates.get(said["termsVersion"], 0)
            need(rate > 0, f"The reward run {name} is of terms that pay nothing.")
            sums[said["currency"]] += int(said["due"]) * 1_000_000 // rate
            yield name, said["currency"], sums

    def checkpoint(self, log, cut_off, file):
        since, rewarded = cut_off - 2 * DAY, self.rewarded
        for _, _, rewarded in self.add_rewarded(file):
            pass
        closed = {r["id"] for r in file["runs"] if r["isClosed"]}
        by_name = lambda mapping: sorted(mapping.items(), key=lambda item: item[0][0] + ":" + item[0][1])

        def keep(balances):
            # The last one of an earlier time may stand after some of later times.
            before = max((i for i, b in enumerate(balances) if b[0] < since), default=None)
            return [{"atMs": at, "amountMicro": str(micro)} for i, (at, micro) in enumerate(balances) if at >= since or i == before]

        return {
            "journalPeaks": [{"size": size, "digest": digest.hex()} for size, digest in log.peaks],
            "balances": [{"account": a, "currency": c, "amountMicro": str(v)} for (a, c), v in by_name(self.balances) if v],
            "receipts": {c: str(self.receipts.get(c, 0)) for c in CURRENCIES},
            "principal": [{"currency": c, "investedMicro": str(i), "weightedMicroMs": str(w), "latestMs": t} for c, (i, w, t) in sorted(self.principal.items())],
            "rewarded": {c: str(rewarded[c]) for c in CURRENCIES},
            "reserves": [{"account": a, "currency": c, "balances": keep(b)} for (a, c), b in by_name(self.reserves)],
            "signed": [{"atMs": at, "amountMicro": str(micro), "currency": c} for at, micro, c in self.signed if at >= since],
            "openRuns": [
                {"id": name, "currency": r["currency"], "termsVersion": r["termsVersion"], "createdAtMs": r["createdAtMs"],
                 **{n: str(r[n]) for n in ("principalMicroMs", "reserveBefore", "fixed", "paid", "referralPaid", "returned")}, "pages": sorted(r["pages"])}
                for name, r in sorted(self.runs.items()) if name not in closed
            ],
        }


def check_entry(entry, cut_off, earlier, terms, run_times):
    """Rules that the snapshot of an entry sets: its time, and the highest fee."""
    name = f"An entry of the kind {entry['kind']}"
    need(entry["atMs"] <= cut_off + MINUTE, f"{name} is later than its snapshot.")
    if entry["kind"] in RUN_KINDS:
        need(run_times.get(run_of(entry["reference"])) == entry["atMs"], f"{name} does not have the time of its reward run.")
    else:
        need(earlier is None or entry["atMs"] >= earlier - 15 * MINUTE, f"{name} is older than the snapshot before, which does not have it.")
    subject = {"withdrawal": "A withdrawal has", "withdrawal-reversal": "A reversed withdrawal gives back"}.get(entry["kind"])
    if not subject:
        return
    for account, currency, amount in entry["postings"]:
        if account == "pool/ownFunds":
            fees = [int(t["withdrawalFee"].get(currency, "0")) for t in terms["terms"] if t["startsAtMs"] <= entry["atMs"] + 15 * MINUTE]
            need(abs(amount) <= max(fees, default=0), f"{subject} a fee of {abs(amount)} micro-units of {currency}; terms up to then allow {max(fees, default=0)}.")


# ---- chains -----------------------------------------------------------------------------------------------------------------------


def rlp(data):
    """One item of RLP (Yellow Paper, appendix B): bytes, or a list."""
    item, end = rlp_at(data, 0)
    need(end == len(data), "The bytes are not RLP.")
    return item


def rlp_at(data, at):
    need(at < len(data), "The bytes are not RLP.")
    first = data[at]
    if first < 0x80:
        return data[at : at + 1], at + 1
    is_list, base = first >= 0xC0, 0xC0 if first >= 0xC0 else 0x80
    size, start = first - base, at + 1
    if size > 55:
        width, start = size - 55, at + 1 + size - 55
        size = int.from_bytes(data[at + 1 : at + 1 + width], "big")
    end = start + size
    need(end <= len(data), "The bytes are not RLP.")
    if not is_list:
        return data[start:end], end
    items = []
    while start < end:
        item, start = rlp_at(data, start)
        items.append(item)
    need(start == end, "The bytes are not RLP.")
    return items, end


def rlp_encode(item):
    if isinstance(item, bytes):
        return item if len(item) == 1 and item[0] < 0x80 else _rlp_head(len(item), 0x80) + item
    body = b"".join(map(rlp_encode, item))
    return _rlp_head(len(body), 0xC0) + body


def _rlp_head(size, base):
    if size <= 55:
        return bytes([base + size])
    width = (size.bit_length() + 7) // 8
    return bytes([base + 55 + width]) + size.to_bytes(width, "big")


def trie_read(root, key, proof):
    """The value at a key of a trie, by an EIP-1186 proof; nothing where the proof shows that there is none."""
    path = [n for byte in keccak(key) for n in (byte >> 4, byte & 15)]
    expected, rest, at = root, list(proof), 0
    while True:
        if isinstance(expected, list):
            if rest and rest[0] == rlp_encode(expected):
                rest.pop(0)
            node = expected
        else:
            need(rest, "The proof ends before its value.")
            need(len(expected) == 32 and keccak(rest[0]) == expected, "A node of the proof is not the one that its parent names.")
            node = rlp(rest.pop(0))
        need(isinstance(node, list) and len(node) in (2, 17), "A node of the proof has another form.")
        if len(node) == 17:
            need(at < 64, "The proof goes on after the key has ended.")
            expected, at = node[path[at]], at + 1
        else:
            need(isinstance(node[0], bytes) and node[0], "A node of the proof has another form.")
            nibbles = [n for byte in node[0] for n in (byte >> 4, byte & 15)]
            is_leaf, nibbles = nibbles[0] & 2, nibbles[1:] if nibbles[0] & 1 else nibbles[2:]
            if path[at : at + len(nibbles)] != nibbles:
                return None
            at, expected = at + len(nibbles), node[1]
            if is_leaf:
                need(isinstance(expected, bytes), "A list stands where bytes belong.")
                return expected if at == 64 else None
        if expected == b"":
            return None


def proved_balances(proof, block, height):
    raw = unhex(proof["header"])
    header = rlp(raw)
    need(keccak(raw) == block, "The header is not that of the manifest's block.")
    need(int.from_bytes(header[8], "big") == height, "The header is that of another block.")
    account = trie_read(header[3], unhex(proof["token"]), [unhex(n) for n in proof["account"]])
    need(account is not None, f"There is no contract at {proof['token']}.")
    storage, found = rlp(account)[2], {}
    for one in proof["balances"]:
        key = keccak(bytes(12) + unhex(one["address"].lower()) + proof["slot"].to_bytes(32, "big"))
        value = trie_read(storage, key, [unhex(n) for n in one["nodes"]])
        found[one["address"]] = 0 if value is None else int.from_bytes(rlp(value), "big")
    return found


def checksum_address(raw):
    digits = raw.hex()
    hashed = keccak(digits.encode()).hex()
    return "0x" + "".join(d.upper() if int(h, 16) >= 8 else d for d, h in zip(digits, hashed))


def tron_address(raw):
    data = b"\x41" + raw
    number, out = int.from_bytes(data + sha(sha(data))[:4], "big"), ""
    while number:
        number, digit = divmod(number, 58)
        out = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"[digit] + out
    return out


def post(url, body):
    request = urllib.request.Request(url, json.dumps(body).encode(), {"content-type": "application/json"})
    with urllib.request.urlopen(request, timeout=60) as response:
        return json.load(response)


TRANSFER = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef"


class Nodes:
    """Nodes of the reader: JSON-RPC of BSC, HTTP of java-tron."""

    def __init__(self, bsc, tron, usdt):
        self.bsc, self.tron, self.usdt = bsc, tron, usdt.lower()

    def call(self, method, *params):
        answer = post(self.bsc, {"jsonrpc": "2.0", "id": 1, "method": method, "params": list(params)})
        if answer.get("error"):
            raise Wrong(f"{self.bsc} refused {method}: {answer['error'].get('message')}")
        return answer.get("result")

    def block(self, network, height):
        """Hash in hex and time in ms."""
        if network == "BSC":
            found = self.call("eth_getBlockByNumber", hex(height), False)
            need(found, f"{self.bsc} has no block {height}.")
            return found["hash"][2:], int(found["timestamp"], 16) * 1000
        found = post(self.tron + "/wallet/getblockbynum", {"num": height})
        need(found.get("blockID"), f"{self.tron} has no block {height}.")
        return found["blockID"], found.get("block_header", {}).get("raw_data", {}).get("timestamp", 0)

    def anchor(self, tx_hash):
        found, receipt = self.call("eth_getTransactionByHash", tx_hash), self.call("eth_getTransactionReceipt", tx_hash)
        if not found or not receipt:
            return None
        height = int(receipt["blockNumber"], 16)
        return {
            "from": found["from"].lower(), "to": (found["to"] or "").lower(), "value": int(found["value"], 16), "nonce": int(found["nonce"], 16),
            "data": found["input"].lower(), "succeeded": int(receipt["status"], 16) == 1, "height": height, "depth": int(self.call("eth_blockNumber"), 16) - height,
        }

    def balance(self, network, address):
        if network == "BSC":
            data = "0x70a08231" + address[2:].lower().rjust(64, "0")
            return int(self.call("eth_call", {"to": self.usdt, "data": data}, "latest") or "0x0", 16)
        found = post(self.tron + "/wallet/getaccount", {"address": address, "visible": True})
        need("Error" not in found, f"{self.tron} refused an account.")
        return found.get("balance", 0)

    def moves(self, network, tx_hash):
        """Height, and (from, to, units) of what a transaction moved; `to` is nothing for a fee."""
        if network == "BSC":
            receipt = self.call("eth_getTransactionReceipt", tx_hash)
            if not receipt:
                return None
            return int(receipt["blockNumber"], 16), [
                (checksum_address(unhex(log["topics"][1])[-20:]), checksum_address(unhex(log["topics"][2])[-20:]), int(log["data"], 16))
                for log in receipt["logs"] if log["topics"][0] == TRANSFER and log["address"].lower() == self.usdt
            ]
        body = {"value": tx_hash, "visible": True}
        info = post(self.tron + "/wallet/gettransactioninfobyid", body)
        if "blockNumber" not in info:
            return None
        found, moved = post(self.tron + "/wallet/gettransactionbyid", body), []
        for contract in found["raw_data"]["contract"]:
            value = contract["parameter"]["value"]
            if contract["type"] == "TransferContract" and (found.get("ret") or [{}])[0].get("contractRet") == "SUCCESS":
                moved.append((value["owner_address"], value.get("to_address"), value.get("amount", 0)))
            moved.append((value["owner_address"], None, info.get("fee", 0)))
        return info["blockNumber"], moved


# ---- published files --------------------------------------------------------------------------------------------------------------


class Place:
    """A folder of published files, or the address of a pool."""

    def __init__(self, place):
        self.is_remote = re.match("https?://", place) is not None
        self.place = place.rstrip("/")
        self.base = self.place + "/api/transparency/snapshots" if self.is_remote else self.place

    def read(self, number, name):
        if not self.is_remote:
            path = pathlib.Path(self.base) / str(number) / name
            need(path.is_file(), f"There is no {name} of snapshot {number}.")
            return path.read_bytes()
        try:
            with urllib.request.urlopen(f"{self.base}/{number}/{name}", timeout=60) as response:
                return response.read()
        except urllib.error.HTTPError as error:
            raise Wrong(f"{self.base}/{number}/{name} answered {error.code}.")

    def json(self, number, name, data=None):
        try:
            value = json.loads((data if data is not None else self.read(number, name)).decode())
        except ValueError:
            raise Wrong(f"{name} is not as the format says.")
        need(fits(value, SHAPES[name]), f"{name} is not as the format says.")
        return value

    def newest(self):
        if self.is_remote:
            with urllib.request.urlopen(self.base + "?limit=1", timeout=60) as response:
                listed = json.load(response)["data"]
            need(listed, f"{self.place} has published no snapshot.")
            return listed[0]["number"]
        numbers = [int(path.name) for path in pathlib.Path(self.base).iterdir() if re.fullmatch(r"\d+", path.name, re.ASCII)]
        need(numbers, f"There is no snapshot in {self.base}.")
        return max(numbers)

    def movements(self, since):
        if not self.is_remote:
            return None
        with urllib.request.urlopen(f"{self.place}/api/transparency/movements?since={since}", timeout=60) as response:
            return [(one["network"], one["txHash"]) for one in json.load(response)["data"]]


# ---- checks of a snapshot ---------------------------------------------------------------------------------------------------------


class Verifier:
    def __init__(self, place, number, nodes=None, depth=1, anchor=None, since=None):
        self.place, self.number, self.nodes, self.depth, self.pinned, self.since = place, number, nodes, depth, anchor, since
        self.now = time.time() * 1000
        self.first = since[0] if since else 0
        self.books, self.log, self.kept = Books(), Log(), {}

    def manifest(self, number):
        if number not in self.kept:
            data = self.place.read(number, "manifest.bin")
            read = read_manifest(data)
            need(read["number"] == number, f"It is the manifest of snapshot {read['number']}.")
            self.kept[number] = (read, data)
        return self.kept[number]

    def bound(self, number, name):
        """A file that has the digest of its manifest."""
        data = self.place.read(number, name)
        need(sha(data) == self.manifest(number)[0][name], f"{name} of snapshot {number} is another file than its manifest names.")
        return self.place.json(number, name, data)

    def run(self):
        """Yields (check, status, detail); none is left out when one before it fails."""
        names = ("digests", "leafCount", "sums", "tree", "unique", "nothing", "owed", "statements", "stateProof", "blocks", "history")
        names += ("terms", "journal", "books", "inFlight", "checkpoint", "runs", "reserves", "anchor", "anchors")
        first = outcome("manifest", self.check_manifest)
        yield first
        if first[1] == "ok":
            for name in names:
                yield outcome(name, getattr(self, "check_" + re.sub("[A-Z]", lambda m: "_" + m[0].lower(), name)))

    def check_manifest(self):
        self.m, self.data = self.manifest(self.number)
        self.digest = manifest_digest(self.data)
        return f"snapshot {self.number}, {self.digest.hex()}"

    def leaves(self):
        if "leaves" not in self.__dict__.setdefault("cache", {}):
            data = self.place.read(self.number, "leaves.bin")
            need(len(data) % 48 == 0, "leaves.bin ends within a leaf.")
            self.cache["leaves"] = (sha(data), [struct.unpack_from(">32sQQ", data, at) for at in range(0, len(data), 48)])
        return self.cache["leaves"]

    def check_digests(self):
        need(self.leaves()[0] == self.m["leaves.bin"], "leaves.bin is another file.")
        for name in ("reserves.json", "terms.json", "state-proof.json", "in-flight.json", "checkpoint.json"):
            need(sha(self.place.read(self.number, name)) == self.m[name], f"{name} is another file.")
        return "SHA-256 of all six"

    def check_leaf_count(self):
        count = len(self.leaves()[1])
        need(count == self.m["leafCount"], f"There are {count} leaves.")
        return f"leaves: {count}"

    def check_sums(self):
        self.cache["root"] = tree_root(self.leaves()[1])
        return "none beyond 64 bits"

    def check_tree(self):
        need(self.cache.get("root") == (self.m["root"], self.m["rootUSDT"], self.m["rootTRX"]), "The leaves have another root.")
        return self.m["root"].hex()

    def check_unique(self):
        digests = [leaf[0] for leaf in self.leaves()[1]]
        need(len(set(digests)) == len(digests), "A leaf is there twice.")
        return "no leaf is there twice"

    def check_nothing(self):
        need(all(usdt or trx for _, usdt, trx in self.leaves()[1]), "A leaf is of nothing.")
        return "no leaf is of nothing"

    def check_owed(self):
        root = self.cache.get("root")
        need(root and root[1:] == (self.m["USDT.owed"], self.m["TRX.owed"]), "What is owed is not the sum of the leaves.")
        return f"{root[1]} micro-units of USDT, {root[2]} of TRX"

    def check_statements(self):
        m, signers = self.m, set()
        reserves = self.place.json(self.number, "reserves.json")["reserves"]
        for one in self.place.json(self.number, "statements.json")["statements"]:
            on_bsc = one["network"] == "BSC"
            chain = m["bscChainId"] if on_bsc else m["tronGenesis"].hex()
            block = f"{m['bscHeight']} 0x{m['bscBlock'].hex()}" if on_bsc else f"{m['tronHeight']} {m['tronBlock'].hex()}"
            said = "\n".join((
                "Glasspool: this address is held by the pool.", f"network: {one['network']}", f"chain: {chain}", f"address: {one['address']}",
                f"snapshot: {self.number}", f"block: {block}", f"manifest: {self.digest.hex()}",
            )).encode()
            prefix = b"\x19Ethereum Signed Message:\n" if on_bsc else b"\x19TRON Signed Message:\n"
            raw = recover(keccak(prefix + str(len(said)).encode() + said), unhex(one["signature"]))
            need((checksum_address if on_bsc else tron_address)(raw) == one["address"], f"The statement of {one['address']} is signed by another key, or says something else.")
            need(one["address"] not in signers, f"{one['address']} has two statements.")
            signers.add(one["address"])
        listed = [one["address"] for one in reserves]
        need(len(set(listed)) == len(listed), "An address is counted twice.")
        need(set(listed) <= signers, "An address has no statement.")
        return f"{len(listed)} addresses"

    def check_state_proof(self):
        proof = self.place.json(self.number, "state-proof.json")["proof"]
        if proof is None:
            if self.number > self.first:
                need(self.bound(self.number - 1, "state-proof.json")["proof"] is None, "The snapshot before had a proof of these balances, and this one has none.")
            raise NotChecked("the pool's node gave no proof; its word stands for these")
        proved = proved_balances(proof, self.m["bscBlock"], self.m["bscHeight"])
        for one in self.place.json(self.number, "reserves.json")["reserves"]:
            need(one["network"] != "BSC" or proved.get(one["address"]) == int(one["units"]), f"{one['address']} held another amount at block {self.m['bscHeight']}.")
        need(not self.nodes or self.nodes.usdt == proof["token"], f"{proof['token']} is another token.")
        return f"slot {proof['slot']} of {proof['token']}, block {self.m['bscHeight']}"

    def check_blocks(self):
        m, unknown = self.m, []
        need(not self.nodes or int(self.nodes.call("eth_chainId"), 16) == m["bscChainId"], "The node of BSC is of another chain.")
        for network, height, block in (("BSC", m["bscHeight"], m["bscBlock"]), ("TRON", m["tronHeight"], m["tronBlock"])):
            time_ms = None
            if self.nodes:
                found, time_ms = self.nodes.block(network, height)
                need(found == block.hex(), f"The node has another block of {network} at {height}: {found}.")
            else:
                unknown.append(f"no node was asked for block {height} of {network}")
                proof = self.place.json(self.number, "state-proof.json")["proof"]
                if network == "BSC" and proof:
                    time_ms = int.from_bytes(rlp(unhex(proof["header"]))[11], "big") * 1000
            if time_ms is not None and m["bscChainId"] != LOCAL_CHAIN:
                need(abs(time_ms - m["cutOffMs"]) <= 15 * MINUTE, f"block {height} of {network} is {abs(time_ms - m['cutOffMs']) / MINUTE:.1f} minutes apart from the books that it has to cover.")
        if self.nodes:
            need(self.nodes.block("TRON", 0)[0] == m["tronGenesis"].hex(), "The node of TRON is of another chain than the manifest names.")
        if unknown:
            raise NotChecked("; ".join(unknown))
        return "both blocks are on chain"

    def check_history(self):
        before, earlier = bytes(32), None
        for number in range(self.first, self.number + 1):
            m, data = self.manifest(number)
            digest = manifest_digest(data)
            if self.since and number == self.since[0]:
                need(digest == self.since[1], f"Snapshot {number} has another manifest than the one that you verified.")
            else:
                need(m["previous"] == before, f"Snapshot {number} does not follow from the one before.")
            if earlier:
                need(m["cutOffMs"] >= earlier["cutOffMs"], f"Snapshot {number} is older than the one before.")
                need(m["bscHeight"] >= earlier["bscHeight"] and m["tronHeight"] >= earlier["tronHeight"], f"Snapshot {number} shows an older block than the one before.")
                same = ("bscChainId", "tronGenesis", "anchorAddress", "statementKey")
                need(all(m[f] == earlier[f] for f in same), f"Snapshot {number} names other chains or other keys than the one before.")
            before, earlier = digest, m
        need(before == self.digest, "The newest manifest changed meanwhile.")
        return f"snapshots: {self.number - self.first + 1}"

    def check_terms(self):
        earlier = None
        for number in range(self.first, self.number + 1):
            terms = self.bound(number, "terms.json")
            if earlier:
                self.compare_terms(number, terms, *earlier)
            earlier = (terms, self.manifest(number)[0]["cutOffMs"])
        return f"versions: {len(terms['terms'])}, runs: {len(terms['runs'])}"

    def compare_terms(self, number, later, earlier, cut_off):
        need(later["terms"][: len(earlier["terms"])] == earlier["terms"], f"Snapshot {number} has other terms than the snapshot before.")
        last = 0
        for index, version in enumerate(later["terms"]):
            need(version["version"] > last, f"Snapshot {number} has the terms out of order.")
            last = version["version"]
            need(index < len(earlier["terms"]) or version["startsAtMs"] >= cut_off - 15 * MINUTE, f"Snapshot {number} has terms that began before they were published.")
        runs = {run["id"]: run for run in later["runs"]}
        need(len(runs) == len(later["runs"]), f"Snapshot {number} lists a reward run twice.")
        for run in earlier["runs"]:
            now = runs.get(run["id"])
            moving = {} if run["isClosed"] or not now else {f: now[f] for f in ("isClosed", "paid", "referralPaid", "root")}
            goes_on = now == {**run, **moving} and int(now["paid"]) >= int(run["paid"]) and int(now["referralPaid"]) >= int(run["referralPaid"])
            need(goes_on, f"Snapshot {number} has another reward run {run['id']} than the snapshot before.")

    def check_journal(self):
        terms = self.bound(self.number, "terms.json")
        run_times, earlier, first = {run["id"]: run["runAtMs"] for run in terms["runs"]}, None, self.first
        if self.since:
            file = self.bound(self.first, "checkpoint.json")
            self.books = Books(file)
            self.log = Log([(peak["size"], unhex(peak["digest"])) for peak in file["journalPeaks"]])
            self.compare_log(self.first)
            earlier, first = self.manifest(self.first)[0]["cutOffMs"], self.first + 1
        start = self.log.length
        for number in range(first, self.number + 1):
            cut_off = self.manifest(number)[0]["cutOffMs"]
            for row in read_rows(self.place.read(number, "journal.bin")):
                self.log.push(row)
                entry = read_entry(row)
                check_entry(entry, cut_off, earlier, terms, run_times)
                self.books.apply(entry)
            self.compare_log(number)
            earlier = cut_off
        return f"entries: {self.log.length - start}"

    def compare_log(self, number):
        m = self.manifest(number)[0]
        need((self.log.length, self.log.root()) == (m["journalLength"], m["journalHead"]), f"The journal up to snapshot {number} is not the one that its manifest names.")

    def check_books(self):
        for c in CURRENCIES:
            found, said = self.books.figures(c), {f: self.m[c + "." + f] for f in FIGURES + ("dust",)}
            for f in FIGURES:
                need(found[f] == said[f], f"{c} {f}: the journal has {found[f]}, the manifest {said[f]}.")
            most = self.books.receipts.get("USDT", 0) if c == "USDT" else 0
            need(said["dust"] <= most, f"{c}: {said['dust']} micro-units are said to be remainders of deposits; there can be {most}.")
            assets = said["custody"] + said["inFlight"] + said["receivable"]
            need(assets == said["owed"] + said["reserve"] + said["payable"] + said["ownFunds"], f"{c}: assets are not equal to liabilities and own funds.")
            need(said["receivable"] <= 0, f"{c}: the chain reversed deposits, and users owe {said['receivable']} micro-units for them.")
        return "the balance sheets of both currencies"

    def check_in_flight(self):
        items = self.place.json(self.number, "in-flight.json")["inFlight"]
        need(all(item["txHashes"] for item in items), "in-flight.json is not as the format says.")
        hashes = [(item["network"], tx.removeprefix("0x")) for item in items for tx in item["txHashes"]]
        need(len(set(hashes)) == len(hashes), "A transaction carries two amounts.")
        for c, (network_name, _) in CURRENCIES.items():
            own = [item for item in items if item["network"] == network_name]
            total = sum(int(item["amountMicro"]) for item in own)
            need(total == self.m[c + ".inFlight"], f"{c}: {total} micro-units in flight are named, and {self.m[c + '.inFlight']} are said to be.")
            signed_today = [s[:2] for s in self.books.signed if s[2] == c and s[0] >= self.m["cutOffMs"] - DAY]
            for item in own:
                name = (item["signedAtMs"], int(item["amountMicro"]))
                need(name in signed_today, f"{c}: {name[1]} micro-units in flight were not signed within a day of the cut-off.")
                signed_today.remove(name)
        if not items:
            return "nothing is in flight"
        if not self.nodes:
            raise NotChecked("no node was given to ask for the transactions of what is in flight")
        reserves, waiting = {one["address"] for one in self.place.json(self.number, "reserves.json")["reserves"]}, []
        for item in items:
            found = [moves for tx in item["txHashes"] if (moves := self.nodes.moves(item["network"], tx))]
            sums = [sum(units for a, b, units in moves if a in reserves and b is not None and b not in reserves) for _, moves in found]
            scale = 10 ** next(digits for name, digits in CURRENCIES.values() if name == item["network"])
            if not found:
                waiting.append(item["txHashes"][0])
            else:
                need(max(sums) >= int(item["amountMicro"]) * scale, f"{item['txHashes'][0]} on {item['network']} moves {max(sums)} units, less than is in flight.")
        if waiting:
            raise NotChecked("in no block yet: " + ", ".join(waiting))
        return f"amounts: {len(items)}, each on chain"

    def check_checkpoint(self):
        found = self.books.checkpoint(self.log, self.m["cutOffMs"], self.bound(self.number, "terms.json"))
        need(found == self.bound(self.number, "checkpoint.json"), "checkpoint.json says something else than the journal.")
        return f"balances: {len(found['balances'])}"

    def check_runs(self):
        file = self.bound(self.number, "terms.json")
        before = self.bound(self.first, "terms.json")["runs"] if self.since else []
        closed, versions = {run["id"] for run in before if run["isClosed"]}, {t["version"]: t for t in file["terms"]}
        for name, c, sums in self.books.add_rewarded(file):
            need(name is None or sums[c] * DAY <= self.books.runs[name]["principalMicroMs"], f"Up to the reward run {name} more is due than the principal in {c} can have earned.")
        for run in file["runs"]:
            found = self.books.runs.get(run["id"])
            if run["id"] in closed:
                need(found is None, f"The reward run {run['id']} was closed, and goes on.")
                continue
            self.check_run(run, versions.get(run["termsVersion"]), found)
        return f"{len(file['runs'])} runs"

    def check_run(self, run, version, found):
        name, billion = run["id"], 10**9
        need(version, f"The reward run {name} is of terms that are not listed.")
        share = lambda available, due: billion if due <= available else available * billion // due
        due, referral_due, reserve = int(run["due"]), int(run["referralDue"]), int(run["reserveBefore"])
        referral_share = share(due * version["referralCapPpm"] // 1_000_000, referral_due)
        total = due + referral_due * referral_share // billion
        run_share = share(reserve, total)
        planned = (referral_share, run_share, total * run_share // billion)
        need(planned == (run["referralSharePpb"], run["sharePpb"], int(run["fixed"])), f"The reward run {name} does not have the share that its reserve allows.")
        fixed, paid, referral_paid = int(run["fixed"]), int(run["paid"]), int(run["referralPaid"])
        if found is None:
            need(fixed == paid == referral_paid == 0, f"The reward run {name} is listed and in no journal.")
            balances = self.books.reserves.get((f"pool/reserve/{run['termsVersion']}", run["currency"]), [])
            start, end = run["runAtMs"], run["runAtMs"] + DAY
            could = [([0] + [b for at, b in balances if at < start])[-1]] + [b for at, b in balances if start <= at <= end]
            need(reserve in could, f"The reward run {name} paid nothing, and its reserve was not empty.")
            return
        said = (run["currency"], run["termsVersion"], reserve, fixed, paid, referral_paid)
        need(said == tuple(found[f] for f in ("currency", "termsVersion", "reserveBefore", "fixed", "paid", "referralPaid")), f"The reward run {name} is not as the journal has it.")
        given = found["paid"] + found["referralPaid"] + found["returned"]
        need(not run["isClosed"] or given == found["fixed"], f"The reward run {name} is closed, and did not return what it did not pay.")

    def check_reserves(self):
        reserves = self.place.json(self.number, "reserves.json")["reserves"]
        proof, missing, unknown, shown = self.place.json(self.number, "state-proof.json")["proof"], [], [], []
        for c, (network_name, digits) in CURRENCIES.items():
            own = [one for one in reserves if one["network"] == network_name]
            stated = sum(int(one["units"]) for one in own)
            m = {f: self.m[c + "." + f] for f in FIGURES}
            needed = (m["owed"] + m["reserve"] + m["payable"] - m["inFlight"]) * 10**digits
            if stated < needed:
                missing.append(f"{c}: {stated} units, needed {needed}")
            if proof is not None and network_name == "BSC":
                shown.append(f"{c} by the state of its block")
            elif not self.nodes:
                unknown.append(f"{c} is the pool's word; no node was given to ask")
            else:
                live = sum(self.nodes.balance(network_name, one["address"]) for one in own)
                if live >= needed:
                    shown.append(f"{c} on chain now")
                    continue
                listed = self.place.movements(self.m["cutOffMs"] - DAY)
                said = f"{c}: the node says {live} units now, fewer than the {needed} of the snapshot"
                if listed is None:
                    unknown.append(said + "; what left since then, this place does not list")
                    continue
                left = self.left_since(listed, own, network_name)
                (shown if live + left >= needed else missing).append(f"{said}; transactions that the pool lists since then explain {left}")
        need(not missing, "; ".join(missing))
        if unknown:
            raise NotChecked("; ".join(shown + unknown))
        return "; ".join(shown)

    def left_since(self, listed, own, network_name):
        addresses, height, left = {one["address"] for one in own}, self.m["bscHeight" if network_name == "BSC" else "tronHeight"], 0
        for tx in {tx for name, tx in listed if name == network_name}:
            found = self.nodes.moves(network_name, tx)
            if found and found[0] > height:
                left += sum(units for a, b, units in found[1] if a in addresses and b not in addresses)
        return left

    def no_anchor(self, number):
        """'Not yet' for an hour, by the reader's clock; the clock of a local pool is moved by hand."""
        m = self.manifest(number)[0]
        age = self.now - m["cutOffMs"]
        need(age <= HOUR and (age >= -15 * MINUTE or m["bscChainId"] == LOCAL_CHAIN), f"Snapshot {number}: The pool names no transaction that anchors it.")
        raise NotChecked(f"Snapshot {number}: The pool names no transaction that anchors it yet, and has an hour for it; check again later.")

    def anchor_mistake(self, number):
        m, data = self.manifest(number)
        tx = self.place.json(number, "anchor.json")["txHash"]
        if tx is None:
            self.no_anchor(number)
        found = self.nodes.anchor(tx)
        if not found:
            return f"The node knows no transaction {tx}."
        address, after = "0x" + m["anchorAddress"].hex(), found["height"] - m["bscHeight"]
        wrong = [what for bad, what in (
            (found["from"] != address, "another sender"), (found["to"] != address, "another receiver"), (found["value"] != 0, "it moves coins"),
            (found["nonce"] != number, f"nonce {found['nonce']}"), (found["data"] != "0x" + (b"GLSP1" + manifest_digest(data)).hex(), "other data"),
            (not found["succeeded"], "it failed"), (found["depth"] < self.depth, f"only {found['depth']} blocks deep"),
            (after <= 0, "it is older than the block of its manifest"), (after > 200_000, f"it came {after} blocks after the block of its manifest"),
        ) if bad]
        return f"{tx}: {', '.join(wrong)}" if wrong else None

    def check_anchor(self):
        if self.place.json(self.number, "anchor.json")["txHash"] is None:
            self.no_anchor(self.number)
        if not self.nodes:
            raise NotChecked("no node was given to look for the anchor")
        mistake = self.anchor_mistake(self.number)
        need(not mistake, mistake)
        address = "0x" + self.m["anchorAddress"].hex()
        need(self.pinned is None or self.pinned.lower() == address, f"{address}; you named {self.pinned} (--anchor).")
        return f"from {address}; compare this address with the one that you know"

    def check_anchors(self):
        if self.number == 0:
            return "it is the first"
        if not self.nodes:
            raise NotChecked("no node was given")
        waiting = None
        for number in range(self.first, self.number):
            try:
                mistake = self.anchor_mistake(number)
                need(not mistake, f"Snapshot {number}: {mistake}")
            except NotChecked as error:
                waiting = waiting or error
        if waiting:
            raise waiting
        return f"snapshots: {self.number - self.first}"


def outcome(name, check):
    try:
        return name, "ok", check()
    except NotChecked as error:
        return name, "not checked", str(error)
    except Wrong as error:
        return name, "FAILED", str(error)
    except Exception as error:  # A file or node that says nonsense fails the check that asked, and no other.
        return name, "FAILED", f"{type(error).__name__}: {error}"


# ---- one user's part, and disputes ------------------------------------------------------------------------------------------------


def receipt_message(number, email, nonce, usdt, trx, digest):
    return text("glasspool/receipt/v2") + u64(number) + text(email) + sha(text("glasspool/nonce/v1") + nonce) + u64(usdt) + u64(trx) + digest


def row_leaf(nonce, run, page, row):
    salt = mac(nonce, text("glasspool/reward-row/v1") + text(run) + struct.pack(">I", page) + text(row))[:16].hex()
    return sha(b"\x00" + f"{salt}/{row}".encode()), salt


def own_change(entry, nonce, name, rows):
    """What an entry changes of what is owed to one user, by currency."""
    sums = {"USDT": 0, "TRX": 0}
    for account, currency, amount in entry["postings"]:
        parsed = parse_account(account)
        if parsed and parsed[1] == name and parsed[0] in LIABILITIES:
            sums[currency] += amount
    if rows:
        page = PAGE_REFERENCE.fullmatch(entry["reference"])
        need(page, "An entry that is not a page of a reward run has rows.")
        seen = set()
        for row in rows:
            parts = re.fullmatch(r"([0-3]/[^/]+/[1-9]\d{0,8})/\d{1,20}/(\d{1,20})", row["text"], re.ASCII)
            need(parts, f"{row['text']} is not a row of a reward run.")
            need(parts[1] not in seen, f"The row {parts[1]} is counted twice.")
            seen.add(parts[1])
            leaf = row_leaf(nonce, page[1], int(page[2]), row["text"])[0]
            included = log_includes(leaf, row["index"], row["rows"], [unhex(n) for n in row["path"]], unhex(page[3]))
            need(included, f"The row {row['text']} is not in page {page[2]} of {page[1]}, or is not yours.")
            sums[entry["postings"][0][1]] += int(parts[2])
    return sums


class OwnPart:
    """A report that a browser saved. The email is the user's word, not the report's."""

    def __init__(self, report, email, place, nodes):
        self.report, self.email, self.place, self.nodes = report, email, place, nodes
        self.proof = report["proof"]
        self.number = self.proof["snapshotNumber"]
        self.usdt, self.trx = int(self.proof["usdt"]), int(self.proof["trx"])
        self.nonce, self.data = unhex(self.proof["nonce"]), unhex(self.proof["manifest"])

    def run(self):
        for name in ("manifest", "counted", "receipt", "leaves", "sum", "tree", "entries", "continuity", "history", "anchor"):
            yield outcome("your " + name, getattr(self, "check_" + name))

    @property
    def m(self):
        return read_manifest(self.data)

    def check_manifest(self):
        need(self.place.read(self.number, "manifest.bin") == self.data, "You were sent another one than the published one, signed or not. Keep the report.")
        need(self.m["number"] == self.number, f"It is of snapshot {self.m['number']}.")
        need((self.m["rootUSDT"], self.m["rootTRX"]) == (self.m["USDT.owed"], self.m["TRX.owed"]), "What is owed is not the sum of the tree.")
        return manifest_digest(self.data).hex()

    def check_counted(self):
        if not self.proof["leaves"] or not (self.usdt or self.trx):
            raise NotChecked("the snapshot says that the pool owes you nothing: only you know whether that is right")
        return str(len(self.proof["leaves"]))

    def check_receipt(self):
        message = receipt_message(self.number, self.email, self.nonce, self.usdt, self.trx, manifest_digest(self.data))
        need(ed25519_verify(unhex(self.proof["signature"]), message, self.m["statementKey"]), "The receipt is not signed by the key of the manifest, or says something else.")
        return self.proof["signature"]

    def own_leaves(self):
        return [(one["position"], (unhex(one["leaf"]["digest"]), int(one["leaf"]["usdt"]), int(one["leaf"]["trx"])), one["path"]) for one in self.proof["leaves"]]

    def check_leaves(self):
        key, positions = leaf_key(self.nonce, self.number, self.email), set()
        for position, (digest, usdt, trx), _ in self.own_leaves():
            need(position not in positions, "A leaf is counted twice.")
            positions.add(position)
            need(leaf_digest(key, usdt, trx, position) == digest, f"The leaf at {position} is not yours.")
        return str(len(positions))

    def check_sum(self):
        leaves = self.own_leaves()
        sums = (sum(leaf[1] for _, leaf, _ in leaves), sum(leaf[2] for _, leaf, _ in leaves))
        need(sums == (self.usdt, self.trx), "Your leaves are not what the receipt says.")
        return f"{self.usdt}/{self.trx}"

    def check_tree(self):
        root = (self.m["root"], self.m["rootUSDT"], self.m["rootTRX"])
        for position, leaf, path in self.own_leaves():
            nodes = [(unhex(n["digest"]), int(n["usdt"]), int(n["trx"])) for n in path]
            need(in_tree(leaf, position, nodes, root, self.m["leafCount"]), f"The leaf at {position} is not in the tree of the manifest.")
        return self.m["root"].hex()

    def own_entries(self):
        for one in self.report["entries"]:
            yield one["index"], unhex(one["entry"]), [unhex(n) for n in one["proof"]], one.get("rows"), one.get("snapshotNumber", self.number)

    @property
    def since(self):
        return self.report.get("entriesSince", self.number - 1)

    def check_entries(self):
        indices = set()
        for index, data, path, rows, number in self.own_entries():
            need(self.since < number <= self.number, f"The entry at {index} is of snapshot {number}.")
            need(index not in indices, f"The entry at {index} is shown twice.")
            indices.add(index)
            entry, name = read_entry(data), pseudonym(self.nonce, number)
            own_change(entry, self.nonce, name, rows)
            parsed = [parse_account(account) for account, _, _ in entry["postings"]]
            need(rows or any(p and p[1] == name for p in parsed), f"The entry at {index} is not yours.")
            included = log_includes(sha(b"\x00" + data), index, self.m["journalLength"], path, self.m["journalHead"])
            need(included, f"The entry at {index} is not in the journal of the manifest.")
        return str(len(indices))

    def check_continuity(self):
        earlier = self.report.get("earlier")
        is_same = earlier and earlier["snapshotNumber"] == self.number
        is_followed = earlier and self.since == earlier["snapshotNumber"] < self.number and self.report.get("areEntriesComplete")
        if not is_same and not is_followed:
            raise NotChecked("no earlier receipt, or not every entry since")
        sums = {"USDT": int(earlier["usdt"]), "TRX": int(earlier["trx"])}
        if is_followed:
            for _, data, _, rows, number in self.own_entries():
                for c, micro in own_change(read_entry(data), self.nonce, pseudonym(self.nonce, number), rows).items():
                    sums[c] += micro
        need(sums == {"USDT": self.usdt, "TRX": self.trx}, f"After the receipt of snapshot {earlier['snapshotNumber']} and your entries since, the pool owes you {sums['USDT']} micro-units of USDT and {sums['TRX']} of TRX.")
        return str(earlier["snapshotNumber"])

    def check_history(self):
        history = self.report.get("history")
        if not history:
            raise NotChecked("no manifest was seen before")
        seen = read_manifest(unhex(history["seenManifest"]))
        need(seen["number"] <= self.number, f"You have seen snapshot {seen['number']}, which is newer.")
        need(seen["number"] < self.number or unhex(history["seenManifest"]) == self.data, f"You have seen another manifest of snapshot {seen['number']}.")
        logs = [(m["journalLength"], m["journalHead"]) for m in (seen, self.m)]
        need(log_grew(*logs, [unhex(n) for n in history["proof"]]), f"The journal is not the one of snapshot {seen['number']}, grown.")
        return str(seen["number"])

    def check_anchor(self):
        if not self.nodes:
            raise NotChecked("no node was given")
        mistake = Verifier(self.place, self.number, self.nodes, depth=0).anchor_mistake(self.number)
        need(not mistake, mistake)
        return "on chain"


def receipt_entry(row, name):
    """An entry as its receipt has it: 32 zeros for the user's name; None where it is neither the user's nor a page of a reward run."""
    entry, own = read_entry(row), False
    data = text(entry["kind"]) + u64(entry["atMs"]) + text(entry["reference"]) + struct.pack(">H", len(entry["postings"]))
    for account, currency, amount in entry["postings"]:
        parsed = parse_account(account)
        if parsed and parsed[1] == name:
            own, account = True, account.replace(name, "0" * 32, 1)
        data += text(account) + text(currency) + struct.pack(">q", amount)
    return data if own or PAGE_REFERENCE.fullmatch(entry["reference"]) else None


def judge_entries(place, report, nonce):
    """Number of entries that the pool signed for, and a verdict where the journal does not have one of them."""
    newest, groups, seen = place.newest(), {}, set()
    key = read_manifest(place.read(newest, "manifest.bin"))["statementKey"]
    for one in sorted(report.get("entryReceipts") or [], key=lambda r: r["signedAtMs"]):
        entry = unhex(one["entry"])
        message = text("glasspool/entry-receipt/v1") + sha(text("glasspool/nonce/v1") + nonce) + u64(one["number"]) + u64(one["signedAtMs"])
        if one["number"] in seen or not ed25519_verify(unhex(one["signature"]), message + struct.pack(">I", len(entry)) + entry, key):
            continue
        seen.add(one["number"])
        groups.setdefault(entry, []).append(one["signedAtMs"])
    if not groups:
        return 0, None
    log, published = Log(), {}
    for number in range(newest + 1):
        name = pseudonym(nonce, number)
        for row in read_rows(place.read(number, "journal.bin")):
            log.push(row)
            entry = receipt_entry(row, name)
            if entry in groups:
                published[entry] = published.get(entry, 0) + 1
        m = read_manifest(place.read(number, "manifest.bin"))
        need(log.root() == m["journalHead"], f"The journal up to snapshot {number} is not the one that its manifest names.")
        for entry, times in groups.items():
            if sum(at + 15 * MINUTE < m["cutOffMs"] for at in times) > published.get(entry, 0):
                return len(seen), ("POOL LIED", f"Snapshot {number}: it signed for an entry of the kind {read_entry(entry)['kind']}, and the journal does not have it.")
    if any(len(times) > published.get(entry, 0) for entry, times in groups.items()):
        return len(seen), ("CANNOT TELL", "An entry that the pool signed for may still come in the next snapshot.")
    return len(seen), None


def judge(place, report):
    """Verdict on a user's claim that the pool lied: (verdict, reason), from what the user shows and the pool published."""
    email, proof = report["email"], report.get("proof")
    nonce = unhex(proof["nonce"] if proof else report["nonce"])
    receipts = [{**proof, "digest": manifest_digest(unhex(proof["manifest"]))}] if proof else []
    if report.get("earlier"):
        receipts.append({**report["earlier"], "digest": unhex(report["earlier"]["manifestDigest"])})
    say = lambda usdt, trx: f"{usdt} micro-units of USDT and {trx} of TRX"
    signed_ones = []
    for one in sorted(receipts, key=lambda r: r["snapshotNumber"]):
        number, usdt, trx = one["snapshotNumber"], int(one["usdt"]), int(one["trx"])
        data = place.read(number, "manifest.bin")
        if not ed25519_verify(unhex(one["signature"]), receipt_message(number, email, nonce, usdt, trx, one["digest"]), read_manifest(data)["statementKey"]):
            continue
        if manifest_digest(data) != one["digest"]:
            return "POOL LIED", f"Snapshot {number}: it signed this receipt under another manifest than the one that it publishes now."
        signed_ones.append((number, usdt, trx))
    entries_signed, about_entries = judge_entries(place, report, nonce)
    if not signed_ones and not entries_signed:
        return "CLAIM NOT SUPPORTED", "No receipt is signed by the key of the pool for this email and nonce."
    for number, usdt, trx in signed_ones:
        data, key, sums = place.read(number, "leaves.bin"), leaf_key(nonce, number, email), [0, 0]
        need(sha(data) == read_manifest(place.read(number, "manifest.bin"))["leaves.bin"], f"leaves.bin of snapshot {number} is not the one that its manifest names.")
        for position in range(len(data) // 48):
            digest, a, b = struct.unpack_from(">32sQQ", data, position * 48)
            if leaf_digest(key, a, b, position) == digest:
                sums = [sums[0] + a, sums[1] + b]
        if sums != [usdt, trx]:
            return "POOL LIED", f"Snapshot {number}: it signed {say(usdt, trx)} and has leaves of {say(*sums)} for this user."
    rows, log, sums = {one["index"]: one.get("rows") for one in report.get("entries", [])}, Log(), {"USDT": 0, "TRX": 0}
    for number in range(signed_ones[-1][0] + 1 if signed_ones else 0):
        name = pseudonym(nonce, number)
        for row in read_rows(place.read(number, "journal.bin")):
            for c, micro in own_change(read_entry(row), nonce, name, rows.get(log.length)).items():
                sums[c] += micro
            log.push(row)
        m = read_manifest(place.read(number, "manifest.bin"))
        need(log.root() == m["journalHead"], f"The journal up to snapshot {number} is not the one that its manifest names.")
        for _, usdt, trx in (one for one in signed_ones if one[0] == number):
            if sums["USDT"] > usdt or sums["TRX"] > trx:
                return "POOL LIED", f"Snapshot {number}: it signed {say(usdt, trx)}, and the journal has {say(sums['USDT'], sums['TRX'])} for this user."
            sums = {"USDT": usdt, "TRX": trx}
    if about_entries:
        return about_entries
    return "CLAIM NOT SUPPORTED", f"What the pool signed, its leaves and its journal agree (receipts: {len(signed_ones) + entries_signed})."


# ---- examples, and the command ----------------------------------------------------------------------------------------------------


def check_vectors(file):
    v = json.loads(pathlib.Path(file).read_text())
    as_node = lambda n: (bytes.fromhex(n["digest"]), int(n["usdt"]), int(n["trx"]))
    root, leaves = as_node(v["root"]), v["leaves"]
    for leaf in leaves:
        key = leaf_key(unhex(leaf["nonce"]), v["snapshotNumber"], leaf["email"])
        digest = leaf_digest(key, int(leaf["usdt"]), int(leaf["trx"]), leaf["position"])
        need((key.hex(), digest.hex()) == (leaf["key"], leaf["digest"]), "a leaf differs")
        need(in_tree(as_node(leaf), leaf["position"], [as_node(n) for n in leaf["path"]], root, len(leaves)), "a path differs")
    data, journal = unhex(v["leafFile"]), v["journal"]
    need(tree_root([struct.unpack_from(">32sQQ", data, at) for at in range(0, len(data), 48)]) == root, "the root differs")
    entries, log, two = list(read_rows(unhex(journal["file"]))), Log(), Log()
    for at, row in enumerate(entries):
        log.push(row)
        read_entry(row)
        if at < 2:
            two.push(row)
    need([row.hex() for row in entries] == journal["entries"] and log.root().hex() == journal["root"], "the journal differs")
    need(two.root().hex() == journal["rootOfTwo"], "the journal of two differs")
    need(log_includes(sha(b"\x00" + entries[1]), 1, len(entries), [unhex(n) for n in journal["inclusionOfSecond"]], log.root()), "the inclusion differs")
    need(log_grew((2, two.root()), (len(entries), log.root()), [unhex(n) for n in journal["consistencyFromTwo"]]), "the consistency differs")
    nonce, page, rows = unhex(leaves[0]["nonce"]), v["rewardPage"], Log()
    need(pseudonym(nonce, v["snapshotNumber"]) == journal["pseudonym"], "the pseudonym differs")
    for row in page["rows"]:
        leaf, salt = row_leaf(unhex(row["nonce"]), page["runId"], page["page"], row["text"])
        need((leaf.hex(), salt) == (row["leaf"], row["salt"]), "a row differs")
        rows.push(f"{salt}/{row['text']}".encode())
    need(rows.root().hex() == page["root"], "the root of a page differs")
    data = unhex(v["manifest"])
    m, digest = read_manifest(data), manifest_digest(data)
    need((m["root"], m["rootUSDT"], m["rootTRX"]) == root and m["journalHead"] == log.root(), "the manifest differs")
    need((digest.hex(), (b"GLSP1" + digest).hex()) == (v["manifestDigest"], v["anchorData"]), "the digest differs")
    message = receipt_message(v["snapshotNumber"], leaves[0]["email"], nonce, int(leaves[0]["usdt"]), int(leaves[0]["trx"]), digest)
    need(message.hex() == v["receiptMessage"], "the receipt differs")
    need(v["statement"].endswith("manifest: " + digest.hex()), "the statement differs")
    print("every example is right")


def check_age(place, number, hours, now):
    m = read_manifest(place.read(number, "manifest.bin"))
    age = now - m["cutOffMs"]
    said = f"books as of {datetime.datetime.fromtimestamp(m['cutOffMs'] / 1000, datetime.timezone.utc).isoformat()}"
    if age < -15 * MINUTE:
        if m["bscChainId"] == LOCAL_CHAIN:
            raise NotChecked(said + ", which is in the future")
        raise Wrong(said + ", which is in the future")
    need(age <= hours * HOUR, f"{said}, {age / HOUR:.1f} hours old; at most {hours} are allowed (--max-age)")
    return f"{said}, {max(0, age) / HOUR:.1f} hours old"


def check_first(place, digest):
    found = manifest_digest(place.read(0, "manifest.bin")).hex()
    need(found == digest, f"It is {found}: the pool shows another history than the one that you know.")
    return digest


def count(value):
    if not re.fullmatch(r"\d{1,9}", value, re.ASCII):
        raise argparse.ArgumentTypeError("this is not a number")
    return int(value)


def verified_before(value):
    found = re.fullmatch(r"(\d{1,9}):([0-9a-f]{64})", value, re.ASCII)
    if not found:
        raise argparse.ArgumentTypeError("this is not NUMBER:DIGEST")
    return int(found[1]), bytes.fromhex(found[2])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("place", nargs="?")
    for name, kind in (("snapshot", count), ("depth", count), ("max-age", count), ("since", verified_before)):
        parser.add_argument("--" + name, type=kind)
    for name in ("bsc-rpc", "tron-rpc", "usdt", "anchor", "first", "report", "email", "dispute", "vectors"):
        parser.add_argument("--" + name)
    parser.add_argument("--strict", action="store_true")
    a = parser.parse_args()
    if a.vectors:
        return check_vectors(a.vectors)
    nodes, own = (a.bsc_rpc, a.tron_rpc, a.usdt), (a.report, a.email)
    if not a.place or any(nodes) != all(nodes) or any(own) != all(own) or (a.anchor and not re.fullmatch("0x[0-9a-fA-F]{40}", a.anchor)):
        parser.error("PLACE is missing, or half of what belongs together")
    place = Place(a.place)
    if a.dispute:
        try:
            verdict, reason = judge(place, json.loads(pathlib.Path(a.dispute).read_text()))
        except Exception as error:
            verdict, reason = "CANNOT TELL", str(error)
        print(f"{verdict}: {reason}")
        sys.exit({"CLAIM NOT SUPPORTED": 0, "POOL LIED": 1}.get(verdict, 2))
    number = a.snapshot if a.snapshot is not None else place.newest()
    chains, results = Nodes(*nodes) if all(nodes) else None, []

    def show(result):
        results.append(result[1])
        print(f"{result[1]:<12}{result[0]}: {result[2]}", flush=True)

    hours = a.max_age if a.max_age is not None else 26 if a.snapshot is None else None
    if hours is not None:
        show(outcome("age", lambda: check_age(place, number, hours, time.time() * 1000)))
    if a.first:
        show(outcome("first snapshot", lambda: check_first(place, a.first)))
    for result in Verifier(place, number, chains, 1 if a.depth is None else a.depth, a.anchor, a.since).run():
        show(result)
    if a.report:
        for result in OwnPart(json.loads(pathlib.Path(a.report).read_text()), a.email, place, chains).run():
            show(result)
    failed, open_ones = results.count("FAILED"), results.count("not checked")
    if failed:
        print(f"WRONG: {failed} of {len(results)} checks failed, {open_ones} could not be made.")
        sys.exit(1)
    if open_ones:
        print(f"INCOMPLETE: nothing failed, but {open_ones} of {len(results)} checks could not be made.")
        sys.exit(1 if a.strict else 2)
    print(f"RIGHT: all {len(results)} checks were made, and none failed.")


if __name__ == "__main__":
    try:
        main()
    except (Wrong, OSError, ValueError, KeyError, TypeError) as error:
        print(f"{type(error).__name__}: {error}", file=sys.stderr)
        sys.exit(1)
