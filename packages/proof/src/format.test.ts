// Goal: what is written is read again, and nothing else is taken for it.

import { describe, expect, it } from 'vitest';
import { FormatError, toHex } from './bytes.ts';
import { hmacSha256, sha256 } from './hash.ts';
import { decodeEntry, encodeEntry, encodeJournal, getPseudonym, readJournal } from './journal.ts';
import { decodeNode, encodeNode, leafDigest, leafKey } from './leaf.ts';
import {
  anchorData,
  decodeManifest,
  encodeManifest,
  isLocalManifest,
  type Manifest,
  manifestDigest,
  toBookFigures,
} from './manifest.ts';
import { receiptMessage } from './receipt.ts';
import { SAMPLE_KEY } from './testing.ts';

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
  statementPublicKey: SAMPLE_KEY,
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
    expect(() => decodeManifest(encoded.with(0, 0))).toThrow('This is not a manifest of a snapshot.');
    expect(() => decodeManifest(Uint8Array.of(...encoded, 0))).toThrow('1 bytes are left over.');
  });

  it('has heights, times and counts that are exact as numbers', () => {
    const encoded = encodeManifest(MANIFEST);
    const at = encoded.length - 5 * 32 - 20 - 32 - 8;
    const view = new DataView(encoded.buffer);
    expect(view.getBigUint64(at)).toBe(456n);
    view.setBigUint64(at, BigInt(Number.MAX_SAFE_INTEGER));
    expect(decodeManifest(encoded).tronHeight).toBe(Number.MAX_SAFE_INTEGER);
    view.setBigUint64(at, BigInt(Number.MAX_SAFE_INTEGER) + 1n);
    expect(() => decodeManifest(encoded)).toThrow('9007199254740992 is out of range.');
  });

  it('is of the local network by its chain id', () => {
    expect(isLocalManifest(MANIFEST)).toBe(false);
    expect(isLocalManifest({ bscChainId: 31_337 })).toBe(true);
  });

  it('is anchored by its digest behind a mark', () => {
    expect(toHex(anchorData(bytes(32, 1)))).toBe(
      `${toHex(new TextEncoder().encode('GLSP1'))}${'01'.repeat(32)}`,
    );
    expect(() => anchorData(bytes(31, 1))).toThrow('A field of 32 bytes has 31.');
  });

  it('has the figures of a balance sheet, each in its place', () => {
    expect(
      toBookFigures({
        custodyMicro: 1n,
        inFlightMicro: 2n,
        userReceivableMicro: 3n,
        owedToUsersMicro: 4n,
        rewardReserveMicro: 5n,
        rewardsPayableMicro: 6n,
        ownFundsMicro: 7n,
        networkFeesPaidMicro: 8n,
        currency: 'USDT',
        reserves: [],
        ownFundsAvailableMicro: 9n,
        withdrawingByOperatorMicro: 10n,
        contributedMicro: 11n,
      }),
    ).toEqual({
      custody: 1n,
      inFlight: 2n,
      receivable: 3n,
      owed: 4n,
      reserve: 5n,
      payable: 6n,
      ownFunds: 7n,
    });
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

  it('is a node of the tree of exactly its bytes', () => {
    const node = { digest: bytes(32, 1), usdt: 5n, trx: 2n ** 64n - 1n };
    const encoded = encodeNode(node);
    expect(decodeNode(encoded)).toEqual(node);
    expect(() => decodeNode(Uint8Array.of(...encoded, 0))).toThrow('1 bytes are left over.');
    expect(() => decodeNode(encoded.slice(1))).toThrow('The bytes end too soon.');
    expect(() => encodeNode({ ...node, usdt: -1n })).toThrow('-1 is not an unsigned 64-bit integer.');
  });

  it('has a key of as many bytes as a digest', () => {
    expect(() => leafDigest(bytes(31, 1), leaf)).toThrow('A key of leaves has 31 bytes.');
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
    expect(() => decodeEntry(Uint8Array.of(...encodeEntry(entry), 0))).toThrow('1 bytes are left over.');
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
