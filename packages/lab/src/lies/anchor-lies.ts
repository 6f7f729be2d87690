// Lies about anchors: another history for another reader, and a past that was rewritten below a newer anchor.
import type { AnchorOnChain } from '@glasspool/proof';
import { decodeManifest, toHex, writeJson } from '@glasspool/proof';
import { HONEST } from './honest-story.ts';
import { anyone, type Lie } from './lie.ts';
import { PoolKeys } from './pool-keys.ts';
import { type PublishedPool, publish } from './publish.ts';
import { mapEntries, type Story } from './story.ts';

const LAST = 2;
const other = new PoolKeys('another operator');
const hex = (bytes: Uint8Array): string => `0x${toHex(bytes)}`;
const withoutErin = mapEntries(HONEST, (one) =>
  one.legs.some(([account]) => account.includes('erin')) ? undefined : one,
);

/** Anchors a snapshot once more, in another way, and names that transaction. */
function anchored(
  id: string,
  what: string,
  number: number,
  changes: Partial<AnchorOnChain>,
  says: RegExp,
): Lie {
  const tell = () => {
    const pool = publish(HONEST);
    const bytes = pool.snapshots[number]?.manifest ?? new Uint8Array();
    pool.files.set(
      `${number}/anchor.json`,
      writeJson({ txHash: pool.chains.anchor(decodeManifest(bytes), pool.keys.anchorAddress, changes) }),
    );
    return { pool };
  };
  return { id, what, tell, verdict: anyone(number === LAST ? 'anchor' : 'anchors', says) };
}

/** The pool of one story, with the chains on which another one was anchored. */
function rewritten(told: Story): PublishedPool {
  const before = publish(HONEST);
  const after = publish(told);
  // The newest is anchored under its own number; the numbers before are used.
  const newest = after.snapshots[LAST]?.manifest ?? new Uint8Array();
  const txHash = before.chains.anchor(decodeManifest(newest), before.keys.anchorAddress);
  for (const number of [0, 1])
    after.files.set(`${number}/anchor.json`, before.files.get(`${number}/anchor.json`) ?? new Uint8Array());
  after.files.set(`${LAST}/anchor.json`, writeJson({ txHash }));
  return { ...after, chains: before.chains };
}

export const ANCHOR_LIES: readonly Lie[] = [
  {
    id: '05',
    what: 'another history for another reader, under another anchor address',
    tell: () => ({ pool: publish(withoutErin, other), anchorAddress: hex(new PoolKeys().anchorAddress) }),
    verdict: anyone('anchor', /you named 0x/),
  },
  {
    id: '05b',
    what: 'another history, when the reader knows no anchor address',
    tell: () => ({ pool: publish(withoutErin, other) }),
    verdict: { by: 'no-one', limit: 'two readers notice when they compare the anchor address' },
  },
  {
    id: '13',
    what: 'two anchored snapshots are rewritten below a third',
    tell: () => ({ pool: rewritten(withoutErin) }),
    verdict: anyone('anchors', /Snapshot 0: .*other data/),
  },
  {
    id: '29',
    what: 'the snapshots of the past were never anchored',
    tell: () => {
      const pool = publish(HONEST);
      pool.files.set('0/anchor.json', writeJson({ txHash: null }));
      return { pool };
    },
    verdict: anyone('anchors', /Snapshot 0: The pool names no transaction/),
  },
  {
    id: '29b',
    what: 'the newest snapshot is never anchored',
    tell: () => {
      const pool = publish(HONEST);
      pool.files.set(`${LAST}/anchor.json`, writeJson({ txHash: null }));
      return { pool };
    },
    verdict: anyone('anchor', /names no transaction that anchors it\./),
  },
  anchored('H1', 'the anchor moves coins', LAST, { valueUnits: 1n }, /it moves coins/),
  anchored(
    'H2',
    'the anchor goes to another address',
    1,
    { to: `0x${'22'.repeat(20)}` },
    /Snapshot 1: .*another receiver/,
  ),
  anchored(
    'H3',
    'the anchor has another nonce, so that a second one could follow',
    0,
    { nonce: 7 },
    /Snapshot 0: .*nonce 7/,
  ),
  anchored('H4', 'the anchor failed', LAST, { succeeded: false }, /it failed/),
  anchored(
    'H5',
    'the anchor is older than the block that it speaks of',
    LAST,
    { blockHeight: 5 },
    /is older than the block/,
  ),
  anchored(
    'H6',
    'the anchor was sent months later',
    1,
    { blockHeight: 90_000_000 },
    /Snapshot 1: .*it came \d+ blocks after/,
  ),
  anchored('H7', 'the anchor is of another sender', LAST, { from: `0x${'33'.repeat(20)}` }, /another sender/),
  anchored('H8', 'the anchor has no blocks on top', LAST, { depth: 0 }, /only 0 blocks deep/),
];
