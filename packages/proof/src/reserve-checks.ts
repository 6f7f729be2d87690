// The checks of the proof of reserves: balances proved by the state of a block, stated, and asked for now. Each throws FormatError or answers.
import { CURRENCY_OF, DAY_MS, NETWORK_OF, toChainUnits } from '@glasspool/core';
import { ReservesFile, readJson, StateProofFile } from './bundle.ts';
import { equalBytes, FormatError } from './bytes.ts';
import { type ChainView, readAll, type SnapshotFiles, type VerifyOptions } from './files.ts';
import { sha256 } from './hash.ts';
import { decodeManifest, type Manifest } from './manifest.ts';
import { fail, type Outcome, pass, readFigures } from './outcome.ts';
import { readProvedBalances } from './state-proof.ts';

/** A transaction that was signed before a cut-off may be in a block after it. */
const SIGNED_BEFORE_MS = DAY_MS;

/** Checks that the claimed balances on BSC are those of the state of the manifest's block. */
export async function checkStateProof(
  { files, chains, since }: Pick<VerifyOptions, 'files' | 'chains' | 'since'>,
  manifest: Manifest,
): Promise<Outcome> {
  const { snapshotNumber, bscBlockHash, bscHeight } = manifest;
  const { reserves } = readJson(ReservesFile, await readAll(files.read(snapshotNumber, 'reserves.json')));
  const { proof } = readJson(StateProofFile, await readAll(files.read(snapshotNumber, 'state-proof.json')));
  const isFirst = snapshotNumber <= (since?.number ?? 0);
  if (proof === null && !isFirst && (await hadProof(files, snapshotNumber - 1)))
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
  const bytes = await readAll(files.read(snapshotNumber, 'state-proof.json'));
  const { stateProofDigest } = decodeManifest(await readAll(files.read(snapshotNumber, 'manifest.bin')));
  if (!equalBytes(sha256(bytes), stateProofDigest))
    throw new FormatError(`state-proof.json of snapshot ${snapshotNumber} is another file.`);
  return readJson(StateProofFile, bytes).proof !== null;
}

/**
 * Checks that assets cover liabilities: by the block's own state where there is a proof (another check), otherwise as the pool says, and
 * as nodes say now. When that is less, transactions that the pool lists and the node confirms have to explain it.
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
  for (const [currency, { owed, reserve, payable, inFlight }] of readFigures(manifest)) {
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
    else {
      const said = `${currency}: the node says ${live} units now, fewer than the ${needed} of the snapshot`;
      const left = await sumMovements({ files, chains }, manifest, own);
      if (left === undefined) unknown.push(`${said}; what left since then, this place does not list`);
      else if (live + left >= needed)
        shown.push(`${currency} on chain now, with ${left} units that left since`);
      else missing.push(`${said}, and transactions that the pool lists since then explain ${left}`);
    }
  }
  if (missing.length > 0) return fail(missing.join('; '));
  const detail = [...shown, ...unknown].join('; ');
  return unknown.length > 0 ? { status: 'not checked', detail } : pass(detail);
}

/**
 * Units that left the reserves after the block of a manifest, by transactions that the pool lists and the node confirms. Undefined where
 * the pool or the node cannot be asked.
 */
async function sumMovements(
  { files, chains }: Pick<VerifyOptions, 'files' | 'chains'>,
  { cutOffMs, bscHeight, tronHeight }: Manifest,
  reserves: ReservesFile['reserves'],
): Promise<bigint | undefined> {
  if (files.listMovements === undefined || chains?.findMoves === undefined) return undefined;
  const heights = { BSC: bscHeight, TRON: tronHeight };
  const own = new Set(reserves.map(({ address }) => address));
  const networks = new Set(reserves.map(({ network }) => network));
  let left = 0n;
  const seen = new Set<string>();
  for (const { network, txHash } of await files.listMovements(cutOffMs - SIGNED_BEFORE_MS)) {
    if (!networks.has(network) || seen.has(txHash)) continue;
    seen.add(txHash);
    const found = await chains.findMoves(network, txHash);
    if (found === undefined || found.blockHeight <= heights[network]) continue;
    for (const { from, to, units } of found.moves)
      if (own.has(from) && !(to !== null && own.has(to))) left += units;
  }
  return left;
}

/** Undefined where there is no one to ask. */
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
