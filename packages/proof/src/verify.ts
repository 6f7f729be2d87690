// Checks by an auditor of a snapshot and all before it (docs/proof-of-solvency.md). They run anywhere; files and chains are
// passed in.
import { checkAnchor, checkEarlierAnchors } from './anchor-checks.ts';
import { checkBlocks } from './block-checks.ts';
import { CheckpointFile, readJson, TermsFile, writeJson } from './bundle.ts';
import { equalBytes, FormatError, toHex } from './bytes.ts';
import { makeCheckpoint } from './checkpoint.ts';
import { EntryRules } from './entry-rules.ts';
import { readAll, readRows, type VerifyOptions } from './files.ts';
import { sha256 } from './hash.ts';
import { assertFollows, assertTermsFollow } from './history-rules.ts';
import { checkInFlight } from './in-flight-checks.ts';
import { decodeEntry } from './journal.ts';
import { checkDigests, LEAF_CHECKS, readLeaves } from './leaf-checks.ts';
import { LogBuilder } from './log.ts';
import { decodeManifest, type Manifest, manifestDigest } from './manifest.ts';
import { type Check, type CheckId, fail, type Outcome, pass, readFigures } from './outcome.ts';
import { JournalReplay } from './replay.ts';
import { readCheckpoint, readCheckpointPeaks } from './replay-state.ts';
import { checkReserves, checkStateProof } from './reserve-checks.ts';
import { checkRuns } from './run-checks.ts';
import { checkStatements } from './statement-checks.ts';

const FIGURES = ['custody', 'inFlight', 'receivable', 'owed', 'reserve', 'payable', 'ownFunds'] as const;

const NAMES: Readonly<Record<CheckId, string>> = {
  manifest: 'The manifest can be read',
  digests: 'The files match the digests of the manifest',
  leafCount: 'The number of leaves is that of the manifest',
  sums: 'Every sum of the tree fits',
  tree: 'The leaves add up to the root of the manifest',
  unique: 'No leaf is there twice',
  nothing: 'No leaf is empty',
  owed: 'The liabilities are the sum of the leaves',
  statements: 'Every reserve address has one proof of control',
  stateProof: 'The balances on BSC are in the state of the manifest’s block',
  blocks: 'The manifest’s blocks are on chain, with the right times',
  history: 'Every manifest names the one before, back to the first',
  terms: 'Terms and reward runs of every snapshot extend those of the one before',
  journal: 'The journal is complete, and every entry follows the rules',
  books: 'The books follow from the journal',
  inFlight: 'Every amount in flight is named by its transactions',
  checkpoint: 'The checkpoint follows from the journal',
  runs: 'Every reward run follows from its terms and from the journal',
  reserves: 'Assets cover the liabilities and the reward reserves',
  anchor: 'The manifest is anchored on chain',
  anchors: 'Every manifest before it is anchored on chain',
};

/** Runs every check, and never stops at one that fails. */
export async function* verifySnapshot(options: VerifyOptions): AsyncGenerator<Check> {
  const verifier = new Verifier(options);
  const { files, snapshotNumber, chains } = options;
  const manifest = await verifier.readManifest(snapshotNumber);
  if (typeof manifest === 'string') {
    yield { id: 'manifest', name: NAMES.manifest, status: 'failed', detail: manifest };
    return;
  }
  const { bytes, decoded } = manifest;
  yield* attempt('manifest', async () => pass(`snapshot ${snapshotNumber}, ${toHex(manifestDigest(bytes))}`));
  const leaves = readLeaves(options, decoded);
  yield* attempt('digests', async () => checkDigests(files, decoded, await leaves));
  for (const [id, check] of LEAF_CHECKS) yield* attempt(id, async () => check(await leaves, decoded));
  yield* attempt('statements', () => checkStatements(files, decoded, bytes));
  yield* attempt('stateProof', () => checkStateProof(options, decoded));
  yield* attempt('blocks', () => checkBlocks(options, decoded));
  yield* attempt('history', () => verifier.checkHistory(decoded));
  yield* attempt('terms', () => verifier.checkTerms(decoded));
  yield* attempt('journal', () => verifier.checkJournal(decoded));
  yield* attempt('books', () => verifier.checkBooks(decoded));
  yield* attempt('inFlight', () => verifier.checkInFlight(decoded));
  yield* attempt('checkpoint', () => verifier.checkCheckpoint(decoded));
  yield* attempt('runs', () => verifier.checkRuns(decoded));
  yield* attempt('reserves', () => checkReserves(files, decoded, chains));
  yield* attempt('anchor', () => checkAnchor(options, decoded));
  yield* attempt('anchors', () => checkEarlierAnchors(options));
}

async function* attempt(id: CheckId, check: () => Promise<Outcome>): AsyncGenerator<Check> {
  try {
    yield { id, name: NAMES[id], ...(await check()) };
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    yield { id, name: NAMES[id], status: 'failed', detail };
  }
}

class Verifier {
  readonly #options: VerifyOptions;
  #replay = new JournalReplay();
  #log = new LogBuilder();
  readonly #manifests = new Map<number, { bytes: Uint8Array; decoded: Manifest }>();

  constructor(options: VerifyOptions) {
    this.#options = options;
  }

  async readManifest(number: number): Promise<{ bytes: Uint8Array; decoded: Manifest } | string> {
    const known = this.#manifests.get(number);
    if (known !== undefined) return known;
    try {
      const bytes = await readAll(this.#options.files.read(number, 'manifest.bin'));
      const decoded = decodeManifest(bytes);
      if (decoded.snapshotNumber !== number)
        return `It is the manifest of snapshot ${decoded.snapshotNumber}.`;
      this.#manifests.set(number, { bytes, decoded });
      return { bytes, decoded };
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }

  /** First snapshot that is read: the one that was verified before, or 0. */
  get #first(): number {
    return this.#options.since?.number ?? 0;
  }

  /** Back to the first snapshot, or to the one that was verified before. */
  async checkHistory(newest: Manifest): Promise<Outcome> {
    const { since } = this.#options;
    let before: Uint8Array = new Uint8Array(32);
    let earlier: Manifest | undefined;
    for (let number = this.#first; number <= newest.snapshotNumber; number += 1) {
      const { decoded, bytes } = await this.#requireManifest(number);
      const digest = manifestDigest(bytes);
      if (number === since?.number && !equalBytes(digest, since.manifestDigest))
        throw new FormatError(`Snapshot ${number} has another manifest than the one that you verified.`);
      if (number !== since?.number && !equalBytes(decoded.prevManifestDigest, before))
        throw new FormatError(`Snapshot ${number} does not follow from the one before.`);
      if (earlier !== undefined) assertFollows(decoded, earlier);
      before = digest;
      earlier = decoded;
    }
    return pass(`snapshots: ${newest.snapshotNumber - this.#first + 1}`);
  }

  /** Every snapshot has the terms and runs of the one before, and perhaps more. */
  async checkTerms(newest: Manifest): Promise<Outcome> {
    let earlier: (TermsFile & { cutOffMs: number }) | undefined;
    for (let number = this.#first; number <= newest.snapshotNumber; number += 1) {
      const { cutOffMs } = (await this.#requireManifest(number)).decoded;
      const terms = await this.#readTerms(number);
      if (earlier !== undefined) assertTermsFollow({ ...terms, snapshotNumber: number }, earlier);
      earlier = { ...terms, cutOffMs };
    }
    return pass(`versions: ${earlier?.terms.length ?? 0}, runs: ${earlier?.runs.length ?? 0}`);
  }

  /** The log of the journal only ever grew, and what it says may happen in these books. */
  async checkJournal(newest: Manifest): Promise<Outcome> {
    // Terms and runs are only ever added, by another check: the newest list has those of every entry.
    const terms = await this.#readTerms(newest.snapshotNumber);
    let earlierCutOffMs = await this.#resume();
    const start = this.#log.length;
    const first = earlierCutOffMs === undefined ? 0 : this.#first + 1;
    for (let number = first; number <= newest.snapshotNumber; number += 1) {
      const { decoded } = await this.#requireManifest(number);
      const { cutOffMs } = decoded;
      const rules = new EntryRules({ cutOffMs, earlierCutOffMs, terms });
      for await (const row of readRows(this.#options.files.read(number, 'journal.bin'))) {
        this.#log.push(row);
        const entry = decodeEntry(row);
        rules.check(entry);
        this.#options.onEntry?.(entry, number);
        this.#replay.apply(entry);
      }
      earlierCutOffMs = cutOffMs;
      this.#assertLog(decoded);
    }
    return pass(`entries: ${this.#log.length - start}`);
  }

  /** Begins where the snapshot that was verified before ended. Returns its cut-off; undefined where the whole journal is read. */
  async #resume(): Promise<number | undefined> {
    const { since } = this.#options;
    if (since === undefined) return undefined;
    const { decoded } = await this.#requireManifest(since.number);
    const checkpoint = await this.#readCheckpoint(decoded);
    this.#replay = new JournalReplay(readCheckpoint(checkpoint));
    this.#log = LogBuilder.from(readCheckpointPeaks(checkpoint));
    this.#assertLog(decoded);
    return decoded.cutOffMs;
  }

  #assertLog({ snapshotNumber, journalLength, journalHeadDigest }: Manifest): void {
    if (this.#log.length !== journalLength || !equalBytes(this.#log.root(), journalHeadDigest))
      throw new FormatError(
        `The journal up to snapshot ${snapshotNumber} is not the one that its manifest names.`,
      );
  }

  /** @throws FormatError when it is not the file that its manifest names. */
  async #readCheckpoint({ snapshotNumber, checkpointDigest }: Manifest): Promise<CheckpointFile> {
    const bytes = await readAll(this.#options.files.read(snapshotNumber, 'checkpoint.json'));
    if (!equalBytes(sha256(bytes), checkpointDigest))
      throw new FormatError(`checkpoint.json of snapshot ${snapshotNumber} is another file.`);
    return readJson(CheckpointFile, bytes);
  }

  /** A later check that goes on from this snapshot goes on from what its journal says. */
  async checkCheckpoint(manifest: Manifest): Promise<Outcome> {
    const { snapshotNumber, cutOffMs } = manifest;
    const terms = await this.#readTerms(snapshotNumber);
    const found = makeCheckpoint(this.#replay, { cutOffMs, peaks: this.#log.peaks, terms });
    const said = await this.#readCheckpoint(manifest);
    if (!equalBytes(writeJson(found), writeJson(said)))
      throw new FormatError('checkpoint.json says something else than the journal.');
    return pass(`balances: ${found.balances.length}`);
  }

  checkInFlight(manifest: Manifest): Promise<Outcome> {
    const { files, chains } = this.#options;
    return checkInFlight({ files, chains }, manifest, this.#replay);
  }

  /** @throws FormatError when it is not the file that its manifest names. */
  async #readTerms(number: number): Promise<TermsFile> {
    const bytes = await readAll(this.#options.files.read(number, 'terms.json'));
    const { decoded } = await this.#requireManifest(number);
    if (!equalBytes(sha256(bytes), decoded.termsDigest))
      throw new FormatError(`terms.json of snapshot ${number} is another file than its manifest names.`);
    return readJson(TermsFile, bytes);
  }

  async #requireManifest(number: number): Promise<{ bytes: Uint8Array; decoded: Manifest }> {
    const read = await this.readManifest(number);
    if (typeof read === 'string') throw new FormatError(`Snapshot ${number}: ${read}`);
    return read;
  }

  async checkBooks(manifest: Manifest): Promise<Outcome> {
    for (const [currency, said] of readFigures(manifest)) {
      const found = this.#replay.figures(currency);
      for (const name of FIGURES)
        if (found[name] !== said[name])
          throw new FormatError(
            `${currency} ${name}: the journal has ${found[name]}, the manifest ${said[name]}.`,
          );
      const { custody, inFlight, receivable, owed, reserve, payable, ownFunds, dust } = said;
      const dustMax = currency === 'USDT' ? this.#replay.receipts(currency) : 0n;
      if (dust > dustMax)
        throw new FormatError(
          `${currency}: ${dust} micro-units are said to be remainders of deposits; there can be ${dustMax}.`,
        );
      if (custody + inFlight + receivable !== owed + reserve + payable + ownFunds)
        throw new FormatError(`${currency}: assets are not equal to liabilities and own funds.`);
      if (receivable > 0n)
        return fail(
          `${currency}: the chain reversed deposits, and users owe ${receivable} micro-units for them.`,
        );
    }
    return pass('the balance sheets of both currencies');
  }

  async checkRuns(manifest: Manifest): Promise<Outcome> {
    const { since } = this.#options;
    const before = since === undefined ? [] : (await this.#readTerms(since.number)).runs;
    const closed = new Set(before.flatMap(({ id, isClosed }) => (isClosed ? [id] : [])));
    return checkRuns(await this.#readTerms(manifest.snapshotNumber), this.#replay, closed);
  }
}
