// Goal: a reader’s nodes say of anchors, blocks and payments what is wrong with them, and of what was not asked that it was not.
// Method: the honest pool, whose chains, or whose reader, are changed in one point.
import { MINUTE_MS } from '@glasspool/core';
import { micro } from '@glasspool/core/testing';
import {
  HONEST,
  type PublishedPool,
  publish,
  START_MS,
  withEntries,
  withSnapshot,
} from '@glasspool/lab/lies';
import type { AnchorOnChain, ChainView, CheckId } from '@glasspool/proof';
import { decodeManifest, toHex, writeJson } from '@glasspool/proof';
import { describe, expect, it } from 'vitest';
import { NEWEST, verify } from './verify-told.ts';

type Ask = Parameters<typeof verify>[1] & { anchorAddress?: string };

async function check(pool: PublishedPool, id: CheckId, asked: Ask = {}): Promise<string> {
  const { anchorAddress, ...others } = asked;
  const checks = await verify(anchorAddress === undefined ? { pool } : { pool, anchorAddress }, others);
  const found = checks.find((one) => one.id === id);
  return `${found?.status}: ${found?.detail}`;
}

/** Nodes that answer as those of the pool do, but for what is given. */
function answering({ chains }: PublishedPool, changes: Partial<ChainView>): ChainView {
  return {
    findAnchor: (hash) => chains.findAnchor(hash),
    findBlock: (network, height) => chains.findBlock(network, height),
    ...changes,
  };
}

describe('an anchor', () => {
  /** Anchors a snapshot of the honest pool once more, in another way. */
  function anchored(number: number, changes: Partial<AnchorOnChain>): PublishedPool {
    const pool = publish(HONEST);
    const manifest = decodeManifest(pool.snapshots[number]?.manifest ?? new Uint8Array());
    const txHash = pool.chains.anchor(manifest, pool.keys.anchorAddress, changes);
    pool.files.set(`${number}/anchor.json`, writeJson({ txHash }));
    return pool;
  }
  const honest = publish(HONEST);
  const address = `0x${toHex(honest.keys.anchorAddress)}`;
  /** Block of the newest manifest on BSC. */
  const HEIGHT = 201_000;

  it('is not checked without a node, nor without one of the reader’s own', async () => {
    expect(await check(honest, 'anchor', { chains: undefined })).toMatch(
      /^not checked: no node was given to look for 0x[0-9a-f]{64}$/,
    );
    expect(await check(honest, 'anchors', { chains: undefined })).toBe('not checked: no node was given');
    expect(await check(honest, 'anchors', { anchorsSince: 1 })).toBe(
      'not checked: name a node of your own to have them looked for',
    );
  });

  it('has none before it when it is the first', async () => {
    expect(await check(honest, 'anchors', { snapshotNumber: 0, chains: undefined })).toBe(
      'ok: it is the first',
    );
    expect(await check(honest, 'anchors', { snapshotNumber: 1 })).toBe('ok: snapshots: 1');
  });

  it('is of the address that the reader knows, or names it', async () => {
    expect(await check(honest, 'anchor')).toMatch(
      new RegExp(
        `^ok: 0x[0-9a-f]{64} from ${address}, 100 blocks deep; compare this address with the one that you know$`,
      ),
    );
    expect(
      await check(honest, 'anchor', { anchorAddress: address.toUpperCase().replace('0X', '0x') }),
    ).toMatch(new RegExp(`^ok: 0x[0-9a-f]{64} from ${address}, 100 blocks deep$`));
    expect(await check(honest, 'anchor', { anchorAddress: `0x${'1'.repeat(40)}` })).toMatch(
      new RegExp(`^failed: .* from ${address}, 100 blocks deep; you named 0x1{40} \\(--anchor\\)\\.$`),
    );
  });

  it('is as deep as the reader asks', async () => {
    expect(await check(honest, 'anchor', { depthMin: 100 })).toMatch(/^ok/);
    expect(await check(honest, 'anchor', { depthMin: 101 })).toMatch(
      /^failed: 0x[0-9a-f]{64}: only 100 blocks deep$/,
    );
  });

  it('comes after the block of its manifest, within 200,000 blocks', async () => {
    const at = (blockHeight: number) => check(anchored(NEWEST, { blockHeight }), 'anchor');
    expect(await at(HEIGHT)).toMatch(
      /^failed: 0x[0-9a-f]{64}: it is older than the block 201000 of its manifest$/,
    );
    expect(await at(HEIGHT + 1)).toMatch(/^ok/);
    expect(await at(HEIGHT + 200_000)).toMatch(/^ok/);
    expect(await at(HEIGHT + 200_001)).toMatch(
      /^failed: .*: it came 200001 blocks after the block of its manifest$/,
    );
  });

  it('has every mistake named', async () => {
    expect(await check(anchored(NEWEST, { to: null, valueUnits: 5n }), 'anchor')).toMatch(
      /^failed: 0x[0-9a-f]{64}: another receiver, it moves coins$/,
    );
  });

  it('is wrong when no node knows it', async () => {
    const chains = answering(honest, { findAnchor: async () => undefined });
    expect(await check(honest, 'anchor', { chains })).toMatch(
      /^failed: The node knows no transaction 0x[0-9a-f]{64}\.$/,
    );
    expect(await check(honest, 'anchors', { chains })).toMatch(
      /^failed: Snapshot 0: The node knows no transaction/,
    );
  });

  it('is told of, when it is wrong, before those that have time', async () => {
    const pool = anchored(1, { nonce: 9 });
    pool.files.set('0/anchor.json', writeJson({ txHash: null }));
    const nowMs = START_MS + 61 * MINUTE_MS;
    expect(await check(pool, 'anchors', { nowMs })).toMatch(/^failed: Snapshot 1: .* nonce 9$/);
    pool.files.set('1/anchor.json', writeJson({ txHash: null }));
    expect(await check(pool, 'anchors', { nowMs, snapshotNumber: 1 })).toBe(
      'not checked: Snapshot 0: The pool names no transaction that anchors it yet, and has an hour for it; check again later.',
    );
  });
});

describe('a block', () => {
  const honest = publish(HONEST);
  const [bsc, tron] = ['block 201000 of BSC', 'block 58100 of TRON'];

  it('is not checked without nodes', async () => {
    const said = `not checked: no node was asked for ${bsc}; no node was asked for ${tron}`;
    expect(await check(honest, 'blocks', { chains: undefined })).toBe(said);
    expect(await check(honest, 'blocks', { chains: { findAnchor: async () => undefined } })).toBe(said);
  });

  it('is of a chain of the manifest', async () => {
    const chains = answering(honest, {
      findBlock: async (network, height) =>
        height === 0 ? { hash: 'ab'.repeat(32), timeMs: 0 } : honest.chains.findBlock(network, height),
    });
    expect(await check(honest, 'blocks', { chains })).toBe(
      'failed: The node of TRON is of another chain than the manifest names.',
    );
    const bscOnly = answering(honest, {
      findBlock: async (network, height) =>
        network === 'BSC' ? honest.chains.findBlock(network, height) : undefined,
    });
    expect(await check(honest, 'blocks', { chains: bscOnly })).toBe(
      `not checked: ${bsc}, 0.0 minutes apart from the books; no node was asked for ${tron}`,
    );
  });

  it('is the one that the node has at its height, of the time of the books', async () => {
    const other = answering(honest, {
      findBlock: async (_network, _height) => ({ hash: 'ab'.repeat(32), timeMs: 0 }),
    });
    expect(await check(honest, 'blocks', { chains: other })).toBe(
      `failed: The node has another block of BSC at 201000: ${'ab'.repeat(32)}.`,
    );
    const at = async (apartMs: number): Promise<string> => {
      const cutOffMs = HONEST.snapshots[NEWEST]?.cutOffMs ?? 0;
      const pool = publish({ ...HONEST, blockTimes: { 201000: cutOffMs - apartMs } });
      return check(pool, 'blocks');
    };
    expect(await at(15 * MINUTE_MS)).toBe(
      `ok: ${bsc}, 15.0 minutes apart from the books; ${tron}, 0.0 minutes apart from the books`,
    );
    expect(await at(-15 * MINUTE_MS - 1)).toBe(
      `failed: ${bsc} is 15.0 minutes apart from the books that it has to cover.`,
    );
  });
});

describe('an amount in flight', () => {
  const LATE_MS = (HONEST.snapshots[NEWEST]?.cutOffMs ?? 0) - MINUTE_MS;
  const AMOUNT = micro('8');
  const NEEDED = AMOUNT * 10n ** 12n;
  /** Hashes of the transactions that are sent after the three of the story. */
  const [FIRST, SECOND] = [4, 5].map((count) => `0x${count.toString(16).padStart(64, '0')}`);

  /** A user's 8 USDT are signed to leave. */
  function pay(user: string, atMs: number) {
    const move = (kind: string, from: string, to: string) => ({
      kind,
      atMs,
      legs: [
        [from, -AMOUNT],
        [to, AMOUNT],
      ] as const,
    });
    return [
      move('wallet-release', `user/${user}/wallet`, `user/${user}/withdrawable`),
      move('withdrawal-hold', `user/${user}/withdrawable`, `user/${user}/onHold`),
      move('withdrawal-sign', 'chain/inFlight', 'chain/custody'),
    ];
  }

  /** The honest pool with 8 USDT in flight, by two attempts. */
  function makePaying(...attempts: readonly (readonly Move[])[]): PublishedPool {
    const told = withEntries(HONEST, NEWEST, ...pay('mallory', LATE_MS));
    const txHashes = [FIRST ?? '', SECOND ?? ''];
    const pool = publish(
      withSnapshot(told, NEWEST, (one) => ({
        ...one,
        inFlight: (items) => items.map((item) => ({ ...item, txHashes })),
      })),
    );
    for (const moves of attempts)
      pool.chains.send({
        blockHeight: 1,
        moves: moves.map(({ from = pool.keys.deriveAddress('USDT'), to = '0xpayee', units }) => ({
          from,
          to: to === 'itself' ? pool.keys.deriveAddress('USDT') : to,
          units,
        })),
      });
    return pool;
  }
  interface Move {
    readonly from?: string;
    readonly to?: string | null;
    readonly units: bigint;
  }

  it('is not checked without nodes, and waits while no block has its transactions', async () => {
    const none = 'not checked: amounts: 1; no node was given to ask for their transactions';
    expect(await check(makePaying(), 'inFlight', { chains: undefined })).toBe(none);
    expect(await check(makePaying(), 'inFlight', { chains: { findAnchor: async () => undefined } })).toBe(
      none,
    );
    expect(await check(makePaying(), 'inFlight')).toBe(`not checked: amounts: 1; in no block yet: ${FIRST}`);
  });

  it('is carried by one of its transactions', async () => {
    const paid = 'ok: amounts: 1, each on chain';
    expect(await check(makePaying([{ units: NEEDED }]), 'inFlight')).toBe(paid);
    expect(await check(makePaying([{ units: NEEDED - 1n }], [{ units: NEEDED }]), 'inFlight')).toBe(paid);
    expect(await check(makePaying([{ units: NEEDED }], [{ units: 1n }]), 'inFlight')).toBe(paid);
    expect(await check(makePaying([{ units: NEEDED - 1n }, { units: 1n }]), 'inFlight')).toBe(paid);
  });

  it.each<readonly [string, readonly Move[]]>([
    ['is more than its transaction moves', [{ units: NEEDED - 1n }]],
    ['is not what someone else moves', [{ units: NEEDED - 1n }, { from: '0xother', units: 1n }]],
    ['is not what stays with the pool', [{ units: NEEDED - 1n }, { to: 'itself', units: 1n }]],
    ['is not a fee', [{ units: NEEDED - 1n }, { to: null, units: 1n }]],
  ])('%s', async (_what, moves) => {
    expect(await check(makePaying(moves), 'inFlight')).toBe(
      `failed: ${FIRST} on BSC moves ${NEEDED - 1n} units, not the ${NEEDED} in flight.`,
    );
  });

  it('is one that was signed within a day, and each of those is one', async () => {
    const unsigned = (amount: bigint): string =>
      `failed: USDT: ${amount} micro-units in flight were not signed within a day of the cut-off.`;
    const told = withEntries(HONEST, NEWEST, ...pay('mallory', LATE_MS));
    const split = withSnapshot(told, NEWEST, (one) => ({
      ...one,
      inFlight: (items) =>
        items.flatMap((item) =>
          ['a', 'b'].map((digit) => ({
            ...item,
            amountMicro: String(AMOUNT / 2n),
            txHashes: [`0x${digit.repeat(64)}`],
          })),
        ),
    }));
    expect(await check(publish(split), 'inFlight')).toBe(unsigned(AMOUNT / 2n));
    // The older one is said to be as new as the other.
    const older = withEntries(told, 1, ...pay('erin', START_MS + 25 * 60 * MINUTE_MS - 1));
    const renewed = withSnapshot(older, NEWEST, (one) => ({
      ...one,
      inFlight: (items) => items.map((item) => ({ ...item, signedAtMs: LATE_MS })),
    }));
    expect(await check(publish(renewed), 'inFlight')).toBe(unsigned(AMOUNT));
  });

  it('is named once, however its transaction is written', async () => {
    const pool = publish(
      withSnapshot(withEntries(HONEST, NEWEST), NEWEST, (one) => ({
        ...one,
        inFlight: () => [
          {
            network: 'BSC',
            amountMicro: '0',
            signedAtMs: LATE_MS,
            txHashes: [FIRST ?? '', (FIRST ?? '').slice(2)],
          },
        ],
      })),
    );
    expect(await check(pool, 'inFlight')).toBe(
      `failed: The transaction BSC ${(FIRST ?? '').slice(2)} carries two amounts.`,
    );
  });
});
