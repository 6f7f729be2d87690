// Goal: what is held covers what is owed, by the state of a block where there is a proof of it, by nodes otherwise, and by what left since; a pool
// that gave a proof once gives one again.
// Method: files of one snapshot that say what they like, and a state made by another implementation.
import { DAY_MS } from '@glasspool/core';
import { beforeAll, describe, expect, it } from 'vitest';
import { type StateProof, writeJson } from './bundle.ts';
import type { ChainView, ListedMovement, MovesOnChain, SnapshotFiles } from './files.ts';
import { sha256 } from './hash.ts';
import { encodeManifest, type Manifest } from './manifest.ts';
import { checkReserves, checkStateProof } from './reserve-checks.ts';
import { sampleManifest } from './testing.ts';
import { makeState } from './testing-state.ts';

const NUMBER = 3;
const HOLDERS = [1, 2].map((index) => `0x${String(index).padStart(40, '0')}`);
const [FIRST = '', SECOND = ''] = HOLDERS;
const TRON = 'T-hot';
const TOKEN = `0x${'11'.repeat(20)}`;
type Reserve = readonly [network: 'BSC' | 'TRON', address: string, units: bigint];

let proof: StateProof;
let block: { hash: Uint8Array; height: number };
beforeAll(async () => {
  ({ proof, block } = await makeState(HOLDERS));
});

function makeFiles(said: {
  reserves: readonly Reserve[];
  proof?: StateProof | null;
  before?: StateProof | null;
  beforeDigest?: Uint8Array;
  movements?: readonly ListedMovement[];
  onAsked?: (sinceMs: number) => void;
}): SnapshotFiles {
  const reserves = said.reserves.map(([network, address, units]) => ({
    network,
    address,
    units: String(units),
  }));
  const before = writeJson({ proof: said.before ?? null });
  const root = { digest: new Uint8Array(32), usdt: 0n, trx: 0n };
  const files: Readonly<Record<string, Uint8Array>> = {
    '3/reserves.json': writeJson({ reserves }),
    '3/state-proof.json': writeJson({ proof: said.proof ?? null }),
    '2/state-proof.json': before,
    '2/manifest.bin': encodeManifest(
      sampleManifest(
        { root, leafCount: 0 },
        { snapshotNumber: 2, stateProofDigest: said.beforeDigest ?? sha256(before) },
      ),
    ),
  };
  const { movements } = said;
  return {
    ...(movements && {
      listMovements: async (sinceMs: number) => {
        said.onAsked?.(sinceMs);
        return movements;
      },
    }),
    async *read(number, name) {
      const file = files[`${number}/${name}`];
      if (file === undefined) throw new Error(`There is no ${name} of snapshot ${number}.`);
      yield file;
    },
  };
}

const figures = {
  custody: 0n,
  inFlight: 0n,
  receivable: 0n,
  owed: 0n,
  reserve: 0n,
  payable: 0n,
  ownFunds: 0n,
  dust: 0n,
};
const makeManifest = (changes: Partial<Manifest> = {}): Manifest =>
  sampleManifest(
    { root: { digest: new Uint8Array(32), usdt: 0n, trx: 0n }, leafCount: 0 },
    { usdt: figures, trx: figures, bscBlockHash: block.hash, bscHeight: block.height, ...changes },
  );
const tell = async (check: Promise<{ status: string; detail: string }>): Promise<string> => {
  try {
    const { status, detail } = await check;
    return `${status}: ${detail}`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
};
const PROVED: readonly Reserve[] = [
  ['BSC', FIRST, 0x10000n],
  ['BSC', SECOND, 0x20000n],
  ['TRON', TRON, 5n],
];

describe('the proof of balances', () => {
  const check = (files: SnapshotFiles, options: { chains?: ChainView; since?: number } = {}) =>
    tell(
      checkStateProof(
        {
          files,
          chains: options.chains,
          since:
            options.since === undefined
              ? undefined
              : { number: options.since, manifestDigest: new Uint8Array(32) },
        },
        makeManifest(),
      ),
    );
  const knowing = (usdtContract?: string): ChainView => ({
    findAnchor: async () => undefined,
    ...(usdtContract !== undefined && { usdtContract }),
  });

  it('is of each address on BSC, and names its token where the reader knows none', async () => {
    const said = `ok: 2 addresses, slot 3 of ${TOKEN}, block 4660`;
    const files = makeFiles({ reserves: PROVED, proof });
    expect(await check(files)).toBe(`${said}; compare this token with the one that you deposit`);
    expect(await check(files, { chains: knowing() })).toBe(
      `${said}; compare this token with the one that you deposit`,
    );
    expect(await check(files, { chains: knowing(TOKEN.toUpperCase().replace('0X', '0x')) })).toBe(said);
    expect(await check(files, { chains: knowing(`0x${'22'.repeat(20)}`) })).toBe(
      `failed: ${TOKEN} is another token.`,
    );
  });

  it('says another balance, or none of an address that it leaves out', async () => {
    expect(await check(makeFiles({ reserves: [['BSC', FIRST, 0x10001n]], proof }))).toBe(
      `${FIRST} held 65536 units at block 4660.`,
    );
    expect(await check(makeFiles({ reserves: [['BSC', '0xother', 1n]], proof }))).toBe(
      '0xother held undefined units at block 4660.',
    );
  });

  it('is not required where there never was one', async () => {
    const none = 'not checked: the pool’s node gave no proof; its word stands for these';
    expect(await check(makeFiles({ reserves: PROVED }))).toBe(none);
    expect(await check(makeFiles({ reserves: PROVED, before: proof }), { since: NUMBER })).toBe(none);
  });

  it('is required after one that was there', async () => {
    const gone = 'The snapshot before had a proof of these balances, and this one has none.';
    expect(await check(makeFiles({ reserves: PROVED, before: proof }))).toBe(gone);
    expect(await check(makeFiles({ reserves: PROVED, before: proof }), { since: NUMBER - 1 })).toBe(gone);
    const other = makeFiles({ reserves: PROVED, before: proof, beforeDigest: new Uint8Array(32) });
    expect(await check(other)).toBe('state-proof.json of snapshot 2 is another file.');
  });
});

describe('what is held', () => {
  const TRX = { ...figures, owed: 50n, reserve: 30n, payable: 25n, inFlight: 5n };
  /** 50 owed, 30 kept and 25 payable, less 5 that have left. */
  const NEEDED = 100n;
  const holding = (units: bigint, moves?: MovesOnChain): ChainView => ({
    findAnchor: async () => undefined,
    getBalanceUnits: async () => units,
    ...(moves && { findMoves: async (_network, hash) => (hash === 'unknown' ? undefined : moves) }),
  });
  const check = (
    said: Partial<Parameters<typeof makeFiles>[0]> = {},
    chains?: ChainView,
    manifest: Partial<Manifest> = {},
  ) =>
    tell(
      checkReserves(
        makeFiles({ reserves: [['TRON', TRON, NEEDED]], ...said }),
        makeManifest({ trx: TRX, ...manifest }),
        chains,
      ),
    );
  const USDT = 'USDT on chain now';

  it('is the pool’s word without nodes', async () => {
    const said =
      "not checked: USDT is the pool's word; no node was given to ask; TRX is the pool's word; no node was given to ask";
    expect(await check()).toBe(said);
    expect(await check({}, { findAnchor: async () => undefined })).toBe(said);
  });

  it('covers what is owed, kept and payable, less what has left', async () => {
    expect(await check({}, holding(NEEDED))).toBe(`ok: ${USDT}; TRX on chain now`);
    expect(await check({ reserves: [['TRON', TRON, NEEDED - 1n]] }, holding(NEEDED))).toBe(
      'failed: TRX: 99 units, needed 100',
    );
    const usdt = { ...figures, owed: 1n };
    expect(await check({ reserves: [['TRON', TRON, NEEDED - 1n]] }, holding(NEEDED), { usdt })).toBe(
      'failed: USDT: 0 units, needed 1000000000000; TRX: 99 units, needed 100',
    );
  });

  it('is shown on BSC by the state of the block, and on TRON by a node', async () => {
    expect(
      await check({ reserves: [...PROVED.slice(0, 2), ['TRON', TRON, NEEDED]], proof }, holding(NEEDED)),
    ).toBe('ok: USDT by the state of its block; TRX on chain now');
  });

  it('is less at most by what left since, as far as the pool lists it and the node has it in a later block', async () => {
    const less = 'TRX: the node says 90 units now, fewer than the 100 of the snapshot';
    const listed = [{ network: 'TRON', txHash: 'a' }] as const;
    const moves = (
      units: bigint,
      changes: Partial<MovesOnChain['moves'][number]> = {},
      blockHeight = 2,
    ): MovesOnChain => ({
      blockHeight,
      moves: [{ from: TRON, to: 'outside', units, ...changes }],
    });
    const explain = (movements: readonly ListedMovement[], found: MovesOnChain) =>
      check({ movements }, holding(90n, found), { tronHeight: 1, bscHeight: 5 });
    const explained = `ok: ${USDT}; TRX on chain now, with 10 units that left since`;
    const short = (units: number): string =>
      `failed: ${less}, and transactions that the pool lists since then explain ${units}`;
    expect(await check({}, holding(90n, moves(10n)))).toBe(
      `not checked: ${USDT}; ${less}; what left since then, this place does not list`,
    );
    expect(await check({ movements: listed }, holding(90n))).toBe(
      `not checked: ${USDT}; ${less}; what left since then, this place does not list`,
    );
    expect(await explain(listed, moves(10n))).toBe(explained);
    expect(await explain(listed, moves(10n, { to: null }))).toBe(explained);
    expect(await explain(listed, moves(9n))).toBe(short(9));
    expect(await explain([...listed, ...listed], moves(9n))).toBe(short(9));
    expect(await explain(listed, moves(10n, {}, 1))).toBe(short(0));
    expect(await explain(listed, moves(10n, { from: 'other' }))).toBe(short(0));
    expect(await explain(listed, moves(10n, { to: TRON }))).toBe(short(0));
    expect(await explain([{ network: 'BSC', txHash: 'a' }], moves(10n, {}, 9))).toBe(short(0));
    expect(await explain([{ network: 'TRON', txHash: 'unknown' }], moves(10n))).toBe(short(0));
  });

  it('has movements listed that were signed up to a day before the cut-off', async () => {
    const asked: number[] = [];
    const movements: readonly ListedMovement[] = [];
    await check(
      { movements, onAsked: (sinceMs) => asked.push(sinceMs) },
      holding(90n, { blockHeight: 2, moves: [] }),
      {
        cutOffMs: 3 * DAY_MS,
      },
    );
    expect(asked).toEqual([2 * DAY_MS]);
  });
});
