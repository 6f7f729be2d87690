// Amounts in flight are named by their transactions (docs/proof-of-solvency.md, In flight).
import { CURRENCY_OF, DAY_MS, toChainUnits } from '@glasspool/core';
import { InFlightFile, ReservesFile, readJson } from './bundle.ts';
import { FormatError } from './bytes.ts';
import { type ChainView, readAll, type SnapshotFiles } from './files.ts';
import type { Manifest } from './manifest.ts';
import { type Outcome, pass, readFigures } from './outcome.ts';
import type { JournalReplay } from './replay.ts';

/** A payout is final within minutes; one that is open for longer needs the operator. */
const IN_FLIGHT_MS_MAX = DAY_MS;

type Item = InFlightFile['inFlight'][number];

/**
 * Every amount in flight was signed within a day, is an entry of the journal, and names transactions. With nodes: one of them moves it from
 * the reserves.
 *
 * @throws FormatError
 */
export async function checkInFlight(
  { files, chains }: { files: SnapshotFiles; chains: ChainView | undefined },
  manifest: Manifest,
  replay: JournalReplay,
): Promise<Outcome> {
  const { snapshotNumber, cutOffMs } = manifest;
  const { inFlight } = readJson(InFlightFile, await readAll(files.read(snapshotNumber, 'in-flight.json')));
  assertNamedOnce(inFlight);
  for (const [currency, { inFlight: total }] of readFigures(manifest)) {
    const own = inFlight.filter(({ network }) => CURRENCY_OF[network] === currency);
    const sum = own.reduce((micro, { amountMicro }) => micro + BigInt(amountMicro), 0n);
    if (sum !== total)
      throw new FormatError(
        `${currency}: ${sum} micro-units in flight are named, and ${total} are said to be.`,
      );
    const signed = replay.listSigned(currency, cutOffMs - IN_FLIGHT_MS_MAX).map(getName);
    for (const item of own) {
      const name = getName({ amountMicro: item.amountMicro, atMs: item.signedAtMs });
      const found = signed.indexOf(name);
      if (found < 0)
        throw new FormatError(
          `${currency}: ${item.amountMicro} micro-units in flight were not signed within a day of the cut-off.`,
        );
      signed.splice(found, 1);
    }
  }
  if (inFlight.length === 0) return pass('nothing is in flight');
  return askNodes(inFlight, await readReserveAddresses(files, snapshotNumber), chains);
}

function getName({ amountMicro, atMs }: { amountMicro: bigint | string; atMs: number }): string {
  return `${amountMicro} at ${atMs}`;
}

function assertNamedOnce(items: readonly Item[]): void {
  const hashes = items.flatMap(({ network, txHashes }) =>
    txHashes.map((hash) => `${network} ${hash.replace(/^0x/, '')}`),
  );
  const twice = hashes.find((hash, index) => hashes.indexOf(hash) !== index);
  if (twice !== undefined) throw new FormatError(`The transaction ${twice} carries two amounts.`);
}

async function readReserveAddresses(
  files: SnapshotFiles,
  snapshotNumber: number,
): Promise<ReadonlySet<string>> {
  const { reserves } = readJson(ReservesFile, await readAll(files.read(snapshotNumber, 'reserves.json')));
  return new Set(reserves.map(({ address }) => address));
}

/** A transaction that no block has yet may still get into one: that is not a failure, and nothing is confirmed. */
async function askNodes(
  items: readonly Item[],
  own: ReadonlySet<string>,
  chains: ChainView | undefined,
): Promise<Outcome> {
  const detail = `amounts: ${items.length}`;
  if (chains?.findMoves === undefined)
    return { status: 'not checked', detail: `${detail}; no node was given to ask for their transactions` };
  const waiting: string[] = [];
  for (const { network, amountMicro, txHashes } of items) {
    const moved: bigint[] = [];
    for (const hash of txHashes) {
      const found = await chains.findMoves(network, hash);
      if (found !== undefined)
        moved.push(
          found.moves
            .filter(({ from, to }) => own.has(from) && to !== null && !own.has(to))
            .reduce((sum, { units }) => sum + units, 0n),
        );
    }
    const needed = toChainUnits(CURRENCY_OF[network], BigInt(amountMicro));
    const most = moved.reduce((max, units) => (units > max ? units : max), 0n);
    if (moved.length === 0) waiting.push(String(txHashes[0]));
    else if (most < needed)
      throw new FormatError(`${txHashes[0]} on ${network} moves ${most} units, not the ${needed} in flight.`);
  }
  if (waiting.length === 0) return pass(`${detail}, each on chain`);
  return { status: 'not checked', detail: `${detail}; in no block yet: ${waiting.join(', ')}` };
}
