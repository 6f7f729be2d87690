// The checks of what is held: proved by the state of a block, stated, and asked for now. Each throws FormatError or answers.
import { toChainUnits } from '../money/amount.ts';
import { CURRENCY_OF, NETWORK_OF } from '../money/currency.ts';
import { ReservesFile, readJson, StateProofFile } from './bundle.ts';
import { FormatError } from './bytes.ts';
import { type ChainView, readAll, type SnapshotFiles } from './files.ts';
import type { Manifest } from './manifest.ts';
import { fail, figuresOf, type Outcome, pass } from './outcome.ts';
import { readProvedBalances } from './state-proof.ts';

/** What the reserves on BSC are said to hold is what the state of the manifest's block says. */
export async function checkStateProof(
  files: SnapshotFiles,
  manifest: Manifest,
  chains: ChainView | undefined,
): Promise<Outcome> {
  const { snapshotNumber, bscBlockHash, bscHeight } = manifest;
  const { reserves } = readJson(ReservesFile, await readAll(files.read(snapshotNumber, 'reserves.json')));
  const { proof } = readJson(StateProofFile, await readAll(files.read(snapshotNumber, 'state-proof.json')));
  if (proof === null && (await hadProof(files, snapshotNumber - 1)))
    throw new FormatError('The snapshot before had a proof of these balances, and this one has none.');
  if (proof === null)
    return { status: 'not checked', detail: 'the pool’s node gave no proof; its word stands for these' };
  const proved = readProvedBalances(proof, { hash: bscBlockHash, height: bscHeight });
  const own = reserves.filter(({ network }) => network === 'BSC');
  for (const { address, units } of own)
    if (proved.get(address) !== BigInt(units))
      throw new FormatError(`${address} held ${proved.get(address)} units at block ${bscHeight}.`);
  const said = `${own.length} addresses, slot ${proof.slot} of ${proof.token}, block ${bscHeight}`;
  const token = chains?.usdtContract?.toLowerCase();
  if (token !== undefined && token !== proof.token) return fail(`${proof.token} is another token.`);
  const known = token === undefined ? `${said}; compare this token with the one that you deposit` : said;
  return pass(known);
}

/** A node that gave a proof once gives one again: a pool that stops showing it has something to hide, or a node to repair. */
async function hadProof(files: SnapshotFiles, snapshotNumber: number): Promise<boolean> {
  if (snapshotNumber < 0) return false;
  const { proof } = readJson(StateProofFile, await readAll(files.read(snapshotNumber, 'state-proof.json')));
  return proof !== null;
}

/**
 * What is held covers what is owed. By the block's own state where there is a proof (another check), otherwise as the pool says, and
 * as nodes say now. What left since the snapshot was owed then: less than that now is no proof of anything.
 */
export async function checkReserves(
  files: SnapshotFiles,
  manifest: Manifest,
  chains: ChainView | undefined,
): Promise<Outcome> {
  const { snapshotNumber } = manifest;
  const { reserves } = readJson(ReservesFile, await readAll(files.read(snapshotNumber, 'reserves.json')));
  const { proof } = readJson(StateProofFile, await readAll(files.read(snapshotNumber, 'state-proof.json')));
  const missing: string[] = [];
  const shown: string[] = [];
  const unknown: string[] = [];
  for (const [currency, { owed, reserve, payable, inFlight }] of figuresOf(manifest)) {
    const own = reserves.filter(({ network }) => CURRENCY_OF[network] === currency);
    const stated = own.reduce((sum, { units }) => sum + BigInt(units), 0n);
    const needed = toChainUnits(currency, owed + reserve + payable - inFlight);
    if (stated < needed) missing.push(`${currency}: ${stated} units, needed ${needed}`);
    if (proof !== null && NETWORK_OF[currency] === 'BSC') {
      shown.push(`${currency} by the state of its block`);
      continue;
    }
    const live = await sumLive(chains, own);
    if (live === undefined) unknown.push(`${currency} is the pool's word; no node was given to ask`);
    else if (live >= needed) shown.push(`${currency} on chain now`);
    else
      unknown.push(
        `${currency}: the node says ${live} units now, fewer than the ${needed} of the snapshot; ` +
          'what left since then, only a newer snapshot tells',
      );
  }
  if (missing.length > 0) return fail(missing.join('; '));
  const detail = [...shown, ...unknown].join('; ');
  return unknown.length > 0 ? { status: 'not checked', detail } : pass(detail);
}

/** Undefined where there is nobody to ask. */
async function sumLive(
  chains: ChainView | undefined,
  addresses: ReservesFile['reserves'],
): Promise<bigint | undefined> {
  let sum = 0n;
  for (const { network, address } of addresses) {
    const units = await chains?.getBalanceUnits?.(network, address);
    if (units === undefined) return undefined;
    sum += units;
  }
  return chains?.getBalanceUnits === undefined ? undefined : sum;
}
