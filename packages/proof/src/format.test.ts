// Goal: what is written is read again, and nothing else is taken for it.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ByteReader, ByteWriter, FormatError, fromHex, toHex } from './bytes.ts';
import { hmacSha256, sha256 } from './hash.ts';
import { decodeEntry, encodeEntry, encodeJournal, getPseudonym, readJournal } from './journal.ts';
import { leafDigest, leafKey } from './leaf.ts';
import { decodeManifest, encodeManifest, type Manifest, manifestDigest } from './manifest.ts';
import { receiptMessage } from './receipt.ts';

const bytes = (length: number, fill: number): Uint8Array => new Uint8Array(length).fill(fill);
const figures = {
  custody: 8n,
  inFlight: 5n,
  receivable: 6n,
  owed: 1n,
  reserve: 2n,
  payable: 7n,
  ownFunds: -3n,
  dust: 4n,
};
const MANIFEST: Manifest = {
  snapshotNumber: 7,
  prevManifestDigest: bytes(32, 1),
  cutOffMs: 1_790_000_000_000,
  root: { digest: bytes(32, 2), usdt: 10n, trx: 20n },
  leafCount: 3,
  leafFileDigest: bytes(32, 3),
  usdt: figures,
  trx: { ...figures, owed: 2n ** 64n - 1n },
  journalLength: 11,
  journalHeadDigest: bytes(32, 4),
  termsDigest: bytes(32, 5),
  bscChainId: 97,
  bscHeight: 123,
  bscBlockHash: bytes(32, 6),
  tronGenesisId: bytes(32, 7),
  tronHeight: 456,
  tronBlockId: bytes(32, 8),
  reservesFileDigest: bytes(32, 9),
  stateProofDigest: bytes(32, 12),
  inFlightDigest: bytes(32, 13),
  checkpointDigest: bytes(32, 14),
  anchorAddress: bytes(20, 10),
  statementPublicKey: bytes(32, 11),
};

describe('a manifest', () => {
  it('is read as it was written', () => {
    expect(decodeManifest(encodeManifest(MANIFEST))).toEqual(MANIFEST);
  });

  it('has another digest for every changed byte, and is refused with another length or magic', () => {
    const encoded = encodeManifest(MANIFEST);
    const digest = toHex(manifestDigest(encoded));
    for (let index = 0; index < encoded.length; index += 1) {
      const changed = encoded.with(index, (encoded[index] ?? 0) ^ 1);
      expect(toHex(manifestDigest(changed))).not.toBe(digest);
    }
    expect(() => decodeManifest(encoded.slice(0, -1))).toThrow(FormatError);
    expect(() => decodeManifest(Uint8Array.of(...encoded, 0))).toThrow(FormatError);
    expect(() => decodeManifest(encoded.with(0, 0))).toThrow(FormatError);
  });

  it('is not written with figures out of range; own funds alone may be negative', () => {
    expect(() => encodeManifest({ ...MANIFEST, usdt: { ...figures, owed: -1n } })).toThrow(RangeError);
    expect(() => encodeManifest({ ...MANIFEST, usdt: { ...figures, owed: 2n ** 64n } })).toThrow(RangeError);
    expect(() => encodeManifest({ ...MANIFEST, usdt: { ...figures, ownFunds: -(2n ** 63n) - 1n } })).toThrow(
      RangeError,
    );
    expect(() => encodeManifest({ ...MANIFEST, anchorAddress: bytes(19, 1) })).toThrow(FormatError);
  });
});

describe('a leaf', () => {
  const owner = { nonce: bytes(32, 1), email: 'alice@example.org', snapshotNumber: 7 };
  const leaf = { usdt: 5n, trx: 6n, position: 3 };
  const computeDigest = (one: typeof owner, other: typeof leaf): string =>
    toHex(leafDigest(leafKey(one), other));

  it('belongs to one email, one snapshot, one position and its amounts', () => {
    const all = [
      computeDigest(owner, leaf),
      computeDigest({ ...owner, email: 'bob@example.org' }, leaf),
      computeDigest({ ...owner, snapshotNumber: 8 }, leaf),
      computeDigest({ ...owner, nonce: bytes(32, 2) }, leaf),
      computeDigest(owner, { ...leaf, position: 4 }),
      computeDigest(owner, { ...leaf, usdt: 6n, trx: 5n }),
    ];
    expect(new Set(all).size).toBe(all.length);
  });

  it('is no negative and no overflowing amount', () => {
    for (const usdt of [-1n, 2n ** 64n])
      expect(() => computeDigest(owner, { ...leaf, usdt })).toThrow(FormatError);
  });

  it('uses HMAC as RFC 4231 has it', () => {
    const mac = (key: Uint8Array, text: string): string =>
      toHex(hmacSha256(sha256, key, new TextEncoder().encode(text)));
    expect(mac(bytes(20, 0x0b), 'Hi There')).toBe(
      'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7',
    );
    expect(mac(bytes(131, 0xaa), 'Test Using Larger Than Block-Size Key - Hash Key First')).toBe(
      '60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54',
    );
  });
});

describe('the journal', () => {
  const entry = {
    kind: 'reward',
    createdAtMs: 5,
    reference: '',
    postings: [
      { account: 'pool/reserve', currency: 'USDT', amount: -3n },
      { account: 'user/ab/withdrawable', currency: 'USDT', amount: 3n },
    ],
  };

  it('is read as it was written, row by row', () => {
    expect(decodeEntry(encodeEntry(entry))).toEqual(entry);
    const rows = [...readJournal(encodeJournal([entry, { ...entry, kind: 'deposit' }]))];
    expect(rows.map((row) => decodeEntry(row).kind)).toEqual(['reward', 'deposit']);
    expect(() => [...readJournal(encodeJournal([entry]).slice(0, -1))]).toThrow(FormatError);
  });

  it('names a user differently in every snapshot', () => {
    const nonce = bytes(32, 1);
    expect(getPseudonym(nonce, 1)).toHaveLength(32);
    expect(
      new Set([getPseudonym(nonce, 1), getPseudonym(nonce, 2), getPseudonym(bytes(32, 2), 1)]).size,
    ).toBe(3);
  });
});

describe('a receipt', () => {
  it('binds number, email, nonce, both sums and the manifest', () => {
    const facts = {
      snapshotNumber: 1,
      email: 'a@b.c',
      nonce: bytes(32, 3),
      usdt: 1n,
      trx: 2n,
      manifestDigest: bytes(32, 1),
    };
    const all = [
      facts,
      { ...facts, snapshotNumber: 2 },
      { ...facts, email: 'a@b.d' },
      { ...facts, nonce: bytes(32, 4) },
      { ...facts, usdt: 2n, trx: 1n },
      { ...facts, manifestDigest: bytes(32, 2) },
    ].map((one) => toHex(receiptMessage(one)));
    expect(new Set(all).size).toBe(all.length);
  });
});

describe('bytes', () => {
  it('are read as they were written', () => {
    fc.assert(
      fc.property(
        fc.bigInt(0n, 2n ** 64n - 1n),
        fc.string(),
        fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n),
        (u, s, i) => {
          const text = s.toWellFormed();
          const reader = new ByteReader(new ByteWriter().u64(u).str(text).i64(i).done());
          expect([reader.u64(), reader.str(), reader.i64()]).toEqual([u, text, i]);
          reader.end();
        },
      ),
    );
  });

  it('are no hex with half a byte, and no text that is not UTF-8', () => {
    expect(toHex(fromHex('0xAb01'))).toBe('ab01');
    for (const text of ['a', 'zz', '0x0']) expect(() => fromHex(text)).toThrow(FormatError);
    expect(() => new ByteReader(Uint8Array.of(0, 1, 0xff)).str()).toThrow(FormatError);
    expect(() => new ByteReader(Uint8Array.of(0, 2, 65)).str()).toThrow(FormatError);
  });
});
