// Publishes a story as the operator would: every digest, signature and anchor is made with the pool's own keys, so that only what is said
// can be wrong.
import { type Currency, NETWORK_OF, toChainUnits, USER_CURRENCIES } from '@glasspool/core';
import { type ClassBalance, computePosition, parseAccountPath } from '@glasspool/core/books';
import {
  BooksError,
  type CheckpointFile,
  concatBytes,
  encodeEntry,
  encodeJournal,
  encodeManifest,
  encodeNode,
  FormatError,
  type InFlightFile,
  type JournalEntry,
  JournalReplay,
  LogBuilder,
  type LogPeak,
  leafDigest,
  leafKey,
  type Manifest,
  makeCheckpoint,
  manifestDigest,
  type Sums,
  sha256,
  TreeBuilder,
  type TreeNode,
  toBookFigures,
  writeJson,
} from '@glasspool/proof';
import { Payouts } from './payouts.ts';
import { PoolKeys } from './pool-keys.ts';
import { SimulatedChains } from './simulated-chains.ts';
import type { Story, StoryEntry, StorySnapshot } from './story.ts';
import { computeNonce, getEmail } from './users.ts';
import { type WrittenRow, writeEntry } from './write-entry.ts';

/** Everything that a verifier is given, and what users are sent. */
export interface PublishedPool {
  /** By snapshot and name, as `0/manifest.bin`. */
  readonly files: Map<string, Uint8Array>;
  readonly chains: SimulatedChains;
  readonly keys: PoolKeys;
  readonly snapshots: readonly PublishedSnapshot[];
}

export interface PublishedSnapshot {
  readonly manifest: Uint8Array;
  readonly leaves: readonly OwnedLeaf[];
  readonly entries: readonly JournalEntry[];
  /** Rows of reward runs, for each entry. */
  readonly rows: readonly (readonly WrittenRow[])[];
  readonly balances: ReadonlyMap<string, Sums>;
}

export interface OwnedLeaf {
  readonly user: string;
  readonly node: TreeNode;
}

const OPERATOR = new PoolKeys();

/** Publishes every snapshot of a story, and anchors each. */
export function publish(story: Story, keys = OPERATOR): PublishedPool {
  const files = new Map<string, Uint8Array>();
  const chains = new SimulatedChains(story.blockTimes);
  const books = new Books();
  const payouts = new Payouts(chains);
  const replay = new JournalReplay();
  const log = new LogBuilder();
  const snapshots: PublishedSnapshot[] = [];
  let previous: Uint8Array = new Uint8Array(32);
  for (const [number, said] of story.snapshots.entries()) {
    for (const entry of said.entries) books.apply(entry);
    const balances = books.balances();
    const leaves = makeLeaves(number, { ...Object.fromEntries(balances), ...said.owed });
    const written = said.entries.map((entry) => writeEntry(entry, number));
    const entries = written.map(({ entry }) => entry);
    for (const entry of entries) log.push(encodeEntry(entry));
    for (const entry of said.entries) payouts.follow(entry, keys);
    const checkpoint = writeCheckpoint(replay, { said, entries, peaks: log.peaks });
    const files0 = makeFiles(said, { leaves, entries, books, keys, checkpoint, inFlight: payouts.open });
    const named = {
      ...makeManifest(said, { number, leaves, books, keys, chains, files: files0 }),
      prevManifestDigest: previous,
      journalLength: log.length,
      journalHeadDigest: log.root(),
      ...said.manifest,
    };
    const manifest = encodeManifest(named);
    previous = manifestDigest(manifest);
    const statements = keys.signStatements(named);
    const txHash = chains.anchor(named, keys.anchorAddress);
    const all = {
      ...files0,
      'manifest.bin': manifest,
      'statements.json': writeJson(statements),
      'anchor.json': writeJson({ txHash }),
    };
    for (const [name, file] of Object.entries(all)) files.set(`${number}/${name}`, file);
    const rows = written.map((one) => one.rows);
    snapshots.push({ manifest, leaves, entries, rows, balances });
  }
  for (const currency of USER_CURRENCIES)
    chains.hold(
      keys.deriveAddress(currency),
      toChainUnits(currency, story.onChain?.[currency] ?? books.figures(currency).custody),
    );
  return { files, chains, keys, snapshots };
}

/** The checkpoint of a story: of what can be replayed, where a lie breaks the rules. */
function writeCheckpoint(
  replay: JournalReplay,
  at: { said: StorySnapshot; entries: readonly JournalEntry[]; peaks: readonly LogPeak[] },
): CheckpointFile {
  const { said, entries, peaks } = at;
  const { cutOffMs, terms } = said;
  try {
    for (const entry of entries) replay.apply(entry);
    return makeCheckpoint(replay, { cutOffMs, peaks, terms });
  } catch (error) {
    if (!(error instanceof BooksError || error instanceof FormatError)) throw error;
    return makeCheckpoint(new JournalReplay(), { cutOffMs, peaks, terms });
  }
}

/** One leaf per user: the split of balances is not part of the proof. */
function makeLeaves(snapshotNumber: number, owed: Readonly<Record<string, Sums>>): OwnedLeaf[] {
  return Object.entries(owed)
    .filter(([, { usdt, trx }]) => usdt !== 0n || trx !== 0n)
    .map(([user, sums], position) => {
      const key = leafKey({ nonce: computeNonce(user), email: getEmail(user), snapshotNumber });
      return { user, node: { ...sums, digest: leafDigest(key, { ...sums, position }) } };
    });
}

interface Parts {
  readonly leaves: readonly OwnedLeaf[];
  readonly books: Books;
  readonly keys: PoolKeys;
}

function makeFiles(
  said: StorySnapshot,
  parts: Parts & {
    entries: readonly JournalEntry[];
    checkpoint: CheckpointFile;
    inFlight: InFlightFile['inFlight'];
  },
) {
  const { leaves, entries, books, keys, checkpoint, inFlight } = parts;
  const reserves = USER_CURRENCIES.map((currency) => ({
    network: NETWORK_OF[currency],
    address: keys.deriveAddress(currency),
    units: String(toChainUnits(currency, said.held?.[currency] ?? books.figures(currency).custody)),
  }));
  return {
    'leaves.bin': concatBytes(leaves.map(({ node }) => encodeNode(node))),
    'journal.bin': encodeJournal(entries),
    'reserves.json': writeJson({ reserves }),
    'state-proof.json': writeJson({ proof: null }),
    'terms.json': writeJson(said.terms),
    'in-flight.json': writeJson({ inFlight: said.inFlight?.(inFlight) ?? inFlight }),
    'checkpoint.json': writeJson(said.checkpoint?.(checkpoint) ?? checkpoint),
  };
}

function makeManifest(
  said: StorySnapshot,
  parts: Parts & { number: number; chains: SimulatedChains; files: ReturnType<typeof makeFiles> },
): Omit<Manifest, 'prevManifestDigest' | 'journalLength' | 'journalHeadDigest'> {
  const { number, leaves, books, keys, chains, files } = parts;
  const tree = new TreeBuilder();
  for (const { node } of leaves) tree.push(node);
  const root = tree.finish();
  const figures = (currency: Currency, owed: bigint) => ({ ...books.figures(currency), owed, dust: 0n });
  const { bscHeight, tronHeight, cutOffMs } = said;
  return {
    snapshotNumber: number,
    cutOffMs,
    root,
    leafCount: leaves.length,
    leafFileDigest: sha256(files['leaves.bin']),
    usdt: figures('USDT', root.usdt),
    trx: figures('TRX', root.trx),
    termsDigest: sha256(files['terms.json']),
    bscChainId: chains.bscChainId,
    bscHeight,
    bscBlockHash: chains.mine('BSC', bscHeight, cutOffMs),
    tronGenesisId: chains.mine('TRON', 0, 0),
    tronHeight,
    tronBlockId: chains.mine('TRON', tronHeight, cutOffMs),
    reservesFileDigest: sha256(files['reserves.json']),
    stateProofDigest: sha256(files['state-proof.json']),
    inFlightDigest: sha256(files['in-flight.json']),
    checkpointDigest: sha256(files['checkpoint.json']),
    anchorAddress: keys.anchorAddress,
    statementPublicKey: keys.statementPublicKey,
  };
}

/** Balances of a story, without any rule: a liar books what they like. */
class Books {
  readonly #balances = new Map<string, { account: string; currency: Currency; balanceMicro: bigint }>();

  apply({ currency = 'USDT', legs }: StoryEntry): void {
    for (const [account, amount] of legs) {
      const key = `${account}:${currency}`;
      const balanceMicro = (this.#balances.get(key)?.balanceMicro ?? 0n) + amount;
      this.#balances.set(key, { account, currency, balanceMicro });
    }
  }

  figures(currency: Currency): Omit<Manifest['usdt'], 'dust'> {
    const known: ClassBalance[] = [];
    for (const { account, currency: of, balanceMicro } of this.#balances.values()) {
      const parsed = parseAccountPath(account);
      if (of === currency && parsed !== undefined) known.push({ ...parsed, balanceMicro });
    }
    return toBookFigures(computePosition(currency, known));
  }

  /** Liabilities to each user. */
  balances(): Map<string, Sums> {
    const sums = new Map<string, Sums>();
    for (const { account, currency, balanceMicro } of this.#balances.values()) {
      const user = parseAccountPath(account)?.owner;
      if (user == null || balanceMicro <= 0n) continue;
      const { usdt, trx } = sums.get(user) ?? { usdt: 0n, trx: 0n };
      sums.set(
        user,
        currency === 'USDT' ? { usdt: usdt + balanceMicro, trx } : { usdt, trx: trx + balanceMicro },
      );
    }
    return sums;
  }
}
