// Lies in leaves, figures, reserves and statements.

import { parseAmount as micro } from '@glasspool/core';
import {
  concatBytes,
  decodeManifest,
  encodeNode,
  type ReservesFile,
  type StatementsFile,
  sha256,
  writeJson,
} from '@glasspool/proof';
import { HONEST, START_MS } from './honest-story.ts';
import { anyone, type Lie, type Verdict } from './lie.ts';
import { type PublishedPool, publish } from './publish.ts';
import { type Story, type StorySnapshot, withSnapshot } from './story.ts';

const LAST = 2;
const honestManifest = decodeManifest(publish(HONEST).snapshots[LAST]?.manifest ?? new Uint8Array());
const { usdt } = honestManifest;

function last(id: string, what: string, change: Partial<StorySnapshot>, verdict: Verdict): Lie {
  return story(
    id,
    what,
    withSnapshot(HONEST, LAST, (one) => ({ ...one, ...change })),
    verdict,
  );
}

function story(id: string, what: string, told: Story, verdict: Verdict): Lie {
  return { id, what, tell: () => ({ pool: publish(told) }), verdict };
}

/** A lie in files that are made once more, with the manifest, its statements and its anchor. */
function files(
  id: string,
  what: string,
  change: (pool: PublishedPool) => Readonly<Record<string, Uint8Array>>,
  verdict: Verdict,
): Lie {
  const tell = () => {
    const changed = change(publish(HONEST));
    const reserves = changed['reserves.json'];
    const leaves = changed['leaves.bin'];
    const manifest = {
      ...(reserves && { reservesFileDigest: sha256(reserves) }),
      ...(leaves && { leafFileDigest: sha256(leaves) }),
    };
    const pool = publish(withSnapshot(HONEST, LAST, (one) => ({ ...one, manifest })));
    for (const [name, file] of Object.entries(changed)) pool.files.set(`${LAST}/${name}`, file);
    return { pool };
  };
  return { id, what, tell, verdict };
}

function getReserves({ files: all }: PublishedPool): ReservesFile['reserves'] {
  return JSON.parse(new TextDecoder().decode(all.get(`${LAST}/reserves.json`))).reserves;
}

const more = (
  pool: PublishedPool,
  added: (one: ReservesFile['reserves'][number]) => Partial<ReservesFile['reserves'][number]>,
) => {
  const reserves = getReserves(pool);
  const [first] = reserves;
  if (first === undefined) throw new Error('There are no reserves.');
  return { 'reserves.json': writeJson({ reserves: [...reserves, { ...first, ...added(first) }] }) };
};
const getNodes = (pool: PublishedPool): Uint8Array[] =>
  (pool.snapshots[LAST]?.leaves ?? []).map(({ node }) => encodeNode(node));
const zero = { usdt: 0n, trx: 0n };

interface LessHeld {
  readonly onChain: NonNullable<Story['onChain']>;
  /** Sender of the one transaction that is listed; none is listed without any of these. */
  readonly from?: string;
  readonly blockHeight?: number;
  readonly times?: number;
  readonly isToItself?: boolean;
}

/** Less is on chain than the snapshot says, and 200 TRX that left are listed, though they do not explain it. */
function held(id: string, what: string, { onChain, ...listed }: LessHeld, verdict: Verdict): Lie {
  const tell = () => {
    const pool = publish({ ...HONEST, onChain });
    const {
      from = pool.keys.deriveAddress('TRX'),
      blockHeight = 90_000,
      times = 1,
      isToItself = false,
    } = listed;
    const to = isToItself ? pool.keys.deriveAddress('TRX') : 'T-outside';
    const moves = [{ from, to, units: times === 1 ? micro('500') : micro('200') }];
    const txHash = pool.chains.send({ blockHeight, moves });
    const isListed = Object.keys(listed).length > 0;
    return {
      pool,
      movements: isListed ? Array.from({ length: times }, () => ({ network: 'TRON' as const, txHash })) : [],
    };
  };
  return { id, what, tell, verdict };
}

const USDT_UNEXPLAINED = anyone('reserves', /USDT: the node says .* the pool lists since then explain 0/);
const TRX_UNEXPLAINED = anyone('reserves', /TRX: the node says .* the pool lists since then explain/);

export const FIGURE_LIES: readonly Lie[] = [
  last(
    '01a',
    'a user with a balance has no leaf',
    { owed: { dave: zero } },
    anyone('books', /USDT owed: the journal has/),
  ),
  last(
    '02a',
    'a leaf is half of the balance',
    { owed: { dave: { usdt: micro('2500'), trx: 0n } } },
    anyone('books', /USDT owed: the journal has/),
  ),
  last(
    '15b',
    'what is owed is stated lower than the leaves',
    { manifest: { usdt: { ...usdt, owed: usdt.owed - 1n, ownFunds: usdt.ownFunds + 1n } } },
    anyone('owed', /not the sum of the leaves/),
  ),
  last(
    '17a',
    'the reserve is stated lower than it is',
    {
      manifest: {
        usdt: { ...usdt, reserve: usdt.reserve - micro('100'), ownFunds: usdt.ownFunds + micro('100') },
      },
    },
    anyone('books', /USDT reserve: the journal has/),
  ),
  last(
    'F1',
    'own funds are stated higher than they are',
    { manifest: { usdt: { ...usdt, ownFunds: usdt.ownFunds + 1n } } },
    anyone('books', /USDT ownFunds: the journal has/),
  ),
  last(
    'F2',
    'what is in flight is stated higher than it is',
    { manifest: { usdt: { ...usdt, inFlight: micro('1000'), custody: usdt.custody - micro('1000') } } },
    anyone('books', /USDT custody: the journal has/),
  ),
  last(
    '23',
    'a large sum is called a remainder of deposits',
    { manifest: { usdt: { ...usdt, dust: 2n ** 60n } } },
    anyone('books', /remainders of deposits; there can be/),
  ),
  last(
    'F3',
    'the coins are fewer than what is owed, and say so',
    { held: { USDT: micro('100') } },
    anyone('reserves', /USDT: .* units, needed/),
  ),
  last(
    'F4',
    'the leaf file has one leaf more than the manifest says',
    { manifest: { leafCount: 3 } },
    anyone('leafCount', /There are 4 leaves/),
  ),
  files(
    'F5',
    'a leaf stands in the file twice',
    (pool) => ({ 'leaves.bin': concatBytes([...getNodes(pool), ...getNodes(pool).slice(0, 1)]) }),
    anyone('unique', /is there twice/),
  ),
  files(
    'F6',
    'leaves of nothing make users seem many',
    (pool) => ({ 'leaves.bin': concatBytes([...getNodes(pool), new Uint8Array(48)]) }),
    anyone('nothing', /is of nothing/),
  ),
  files(
    '03a',
    'a leaf of a negative balance lowers the sum',
    (pool) => ({
      'leaves.bin': concatBytes([
        ...getNodes(pool),
        encodeNode({ digest: sha256(Uint8Array.of(1)), usdt: 2n ** 64n - 1_000n, trx: 0n }),
      ]),
    }),
    anyone('sums', /does not fit 64 bits/),
  ),
  files(
    '08a',
    'the hot wallet is counted twice',
    (pool) => more(pool, () => ({})),
    anyone('statements', /is counted twice/),
  ),
  files(
    '08b',
    'the hot wallet is counted again in another spelling',
    (pool) => more(pool, ({ address }) => ({ address: address.toLowerCase() })),
    anyone('statements', /0x\w+ has no statement/),
  ),
  files(
    '08c',
    'an address of BSC is counted again as one of TRON',
    (pool) => more(pool, () => ({ network: 'TRON' })),
    anyone('statements', /is counted twice/),
  ),
  files(
    '09',
    'an address of another owner is counted',
    (pool) => more(pool, () => ({ address: `0x${'11'.repeat(20)}` })),
    anyone('statements', /0x1111\w* has no statement/),
  ),
  files(
    'F7',
    'a statement of an earlier snapshot is shown again',
    (pool) => ({ 'statements.json': pool.files.get('1/statements.json') ?? new Uint8Array() }),
    anyone('statements', /signed by another key, or says something else/),
  ),
  files(
    'F8',
    'a reserve address has no statement',
    (pool) => {
      const { statements }: StatementsFile = JSON.parse(
        new TextDecoder().decode(pool.files.get(`${LAST}/statements.json`)),
      );
      return { 'statements.json': writeJson({ statements: statements.slice(1) }) };
    },
    anyone('statements', /0x\w+ has no statement/),
  ),
  story(
    '19',
    'the balances are those of a block of last month',
    { ...HONEST, blockTimes: { [1_000 + LAST * 100_000]: START_MS - 30 * 86_400_000 } },
    anyone('blocks', /minutes apart from the books/),
  ),
  story(
    '19b',
    'TRON’s balances are those of a block of last month',
    { ...HONEST, blockTimes: { [500 + LAST * 28_800]: START_MS - 30 * 86_400_000 } },
    anyone('blocks', /of TRON is .* minutes apart/),
  ),
  last(
    '19c',
    'the block of BSC is older than that of the snapshot before',
    { bscHeight: 999 },
    anyone('history', /shows block 999 of BSC/),
  ),
  last(
    '19d',
    'the block of TRON is older than that of the snapshot before',
    { tronHeight: 499 },
    anyone('history', /shows block 499 of TRON/),
  ),
  last(
    '19e',
    'the manifest names a block that the chain does not have',
    { manifest: { bscBlockHash: new Uint8Array(32) } },
    anyone('blocks', /another block of BSC/),
  ),
  held(
    '20',
    'coins left without an entry, and the pool lists nothing',
    { onChain: { USDT: micro('1000') } },
    USDT_UNEXPLAINED,
  ),
  held('20b', 'TRON holds less than the file says', { onChain: { TRX: micro('10') } }, TRX_UNEXPLAINED),
  held(
    '20c',
    'coins of another owner are listed as what left',
    { onChain: { TRX: micro('10') }, from: 'T-another' },
    TRX_UNEXPLAINED,
  ),
  held(
    '20d',
    'what left before the snapshot is listed as what left since',
    { onChain: { TRX: micro('10') }, blockHeight: 5 },
    TRX_UNEXPLAINED,
  ),
  held('20e', 'what left is listed twice', { onChain: { TRX: micro('10') }, times: 2 }, TRX_UNEXPLAINED),
  held(
    '20f',
    'what moved between the pool’s own addresses is listed',
    { onChain: { TRX: micro('10') }, isToItself: true },
    TRX_UNEXPLAINED,
  ),
  held(
    '20h',
    'a theft since the snapshot is listed as a payment',
    { onChain: { TRX: micro('10') }, blockHeight: 90_001 },
    { by: 'no-one', limit: 'until the next snapshot, a day later, whose books lack the payment' },
  ),
  story(
    '20g',
    'TRON holds less than a folder says, which lists no transactions',
    { ...HONEST, onChain: { TRX: micro('10') } },
    { by: 'incomplete', check: 'reserves', says: /TRX: the node says .* this place does not list/ },
  ),
];
