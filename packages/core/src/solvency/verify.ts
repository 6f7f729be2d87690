// What an auditor checks of a snapshot and of all before it (docs/proof-of-solvency.md). It runs anywhere; files and chains are
// passed in.
import { readJson, TermsFile } from './bundle.ts';
import { equalBytes, FormatError, toHex } from './bytes.ts';
import { checkAnchor, checkStatements } from './checks.ts';
import { readAll, rowsOf, type VerifyOptions } from './files.ts';
import { decodeEntry } from './journal.ts';
import { checkDigests, LEAF_CHECKS, readLeaves } from './leaf-checks.ts';
import { LogBuilder } from './log.ts';
import { decodeManifest, type Manifest, manifestDigest } from './manifest.ts';
import { type Check, type CheckId, fail, figuresOf, type Outcome, pass } from './outcome.ts';
import { JournalReplay } from './replay.ts';
import { checkReserves, checkStateProof } from './reserve-checks.ts';
import { checkRun } from './run-checks.ts';

const FIGURES = ['custody', 'inFlight', 'receivable', 'owed', 'reserve', 'payable', 'ownFunds'] as const;

const NAMES: Readonly<Record<CheckId, string>> = {
  manifest: 'The manifest is one',
  digests: 'Leaves, reserves and terms are the files that the manifest names',
  leafCount: 'The leaf file has as many leaves as the manifest says',
  sums: 'Every sum of the tree fits',
  tree: 'The leaves add up to the root of the manifest',
  unique: 'No leaf is there twice',
  nothing: 'No leaf is of nothing',
  owed: 'What is owed is the sum of the leaves',
  statements: 'Every reserve address is signed for, once',
  stateProof: 'What BSC addresses hold is in the state of the manifest’s block',
  history: 'Every manifest names the one before, back to the first',
  journal: 'The journal is whole, and every entry follows the rules',
  books: 'The books follow from the journal',
  runs: 'Every reward run follows from its terms and from the journal',
  reserves: 'The reserves cover what is owed to users and kept for rewards',
  anchor: 'The manifest is anchored on chain',
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
  yield* attempt('stateProof', () => checkStateProof(files, decoded, chains));
  yield* attempt('history', () => verifier.checkHistory(decoded, bytes));
  yield* attempt('journal', () => verifier.checkJournal(decoded));
  yield* attempt('books', () => verifier.checkBooks(decoded));
  yield* attempt('runs', () => verifier.checkRuns(decoded));
  yield* attempt('reserves', () => checkReserves(files, decoded, chains));
  yield* attempt('anchor', () => checkAnchor(options, decoded, bytes));
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
  readonly #replay = new JournalReplay();

  constructor(options: VerifyOptions) {
    this.#options = options;
  }

  async readManifest(number: number): Promise<{ bytes: Uint8Array; decoded: Manifest } | string> {
    try {
      const bytes = await readAll(this.#options.files.read(number, 'manifest.bin'));
      const decoded = decodeManifest(bytes);
      if (decoded.snapshotNumber !== number)
        return `It is the manifest of snapshot ${decoded.snapshotNumber}.`;
      return { bytes, decoded };
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }

  /** Back to the first snapshot. */
  async checkHistory(newest: Manifest, newestBytes: Uint8Array): Promise<Outcome> {
    let before: Uint8Array = new Uint8Array(32);
    let earlier: Manifest | undefined;
    for (let number = 0; number <= newest.snapshotNumber; number += 1) {
      const { decoded, bytes } = await this.#requireManifest(number);
      if (!equalBytes(decoded.prevManifestDigest, before))
        throw new FormatError(`Snapshot ${number} does not follow from the one before.`);
      if (earlier !== undefined) assertFollows(decoded, earlier);
      before = manifestDigest(bytes);
      earlier = decoded;
    }
    if (!equalBytes(before, manifestDigest(newestBytes)))
      throw new FormatError('The newest manifest changed meanwhile.');
    return pass(`snapshots: ${newest.snapshotNumber + 1}`);
  }

  /** The log of the journal only ever grew, and what it says may happen in these books. */
  async checkJournal(newest: Manifest): Promise<Outcome> {
    const log = new LogBuilder();
    for (let number = 0; number <= newest.snapshotNumber; number += 1) {
      const { decoded } = await this.#requireManifest(number);
      for await (const row of rowsOf(this.#options.files.read(number, 'journal.bin'))) {
        log.push(row);
        this.#replay.apply(decodeEntry(row));
      }
      if (log.length !== decoded.journalLength || !equalBytes(log.root(), decoded.journalHeadDigest))
        throw new FormatError(`The journal up to snapshot ${number} is not the one that its manifest names.`);
    }
    return pass(`entries: ${log.length}`);
  }

  async #requireManifest(number: number): Promise<{ bytes: Uint8Array; decoded: Manifest }> {
    const read = await this.readManifest(number);
    if (typeof read === 'string') throw new FormatError(`Snapshot ${number}: ${read}`);
    return read;
  }

  async checkBooks(manifest: Manifest): Promise<Outcome> {
    for (const [currency, said] of figuresOf(manifest)) {
      const found = this.#replay.figures(currency);
      for (const name of FIGURES)
        if (found[name] !== said[name])
          throw new FormatError(
            `${currency} ${name}: the journal has ${found[name]}, the manifest ${said[name]}.`,
          );
      const { custody, inFlight, receivable, owed, reserve, payable, ownFunds } = said;
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
    const { files } = this.#options;
    const { runs, terms } = readJson(
      TermsFile,
      await readAll(files.read(manifest.snapshotNumber, 'terms.json')),
    );
    const listed = new Set(runs.map(({ id }) => id));
    for (const id of this.#replay.runs.keys())
      if (!listed.has(id)) throw new FormatError(`The journal has a reward run ${id} that is not listed.`);
    for (const run of runs) checkRun(run, terms, this.#replay.runs.get(run.id));
    return pass(`${runs.length} runs`);
  }
}

/** One pool has one history: it goes on in time and on its chains, and is signed and anchored by the keys that it began with. */
function assertFollows(later: Manifest, earlier: Manifest): void {
  const number = later.snapshotNumber;
  if (later.cutOffMs < earlier.cutOffMs)
    throw new FormatError(`Snapshot ${number} is older than the one before.`);
  for (const [network, height, before] of [
    ['BSC', later.bscHeight, earlier.bscHeight],
    ['TRON', later.tronHeight, earlier.tronHeight],
  ] as const)
    if (height < before)
      throw new FormatError(
        `Snapshot ${number} shows block ${height} of ${network}, the one before showed block ${before}.`,
      );
  const isSamePool =
    later.bscChainId === earlier.bscChainId &&
    equalBytes(later.tronGenesisId, earlier.tronGenesisId) &&
    equalBytes(later.anchorAddress, earlier.anchorAddress) &&
    equalBytes(later.statementPublicKey, earlier.statementPublicKey);
  if (!isSamePool)
    throw new FormatError(`Snapshot ${number} names other chains or other keys than the one before.`);
}
