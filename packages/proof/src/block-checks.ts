// The check of the blocks that a manifest names: they are on chain, and of the time of the books.
import { MINUTE_MS } from '@glasspool/core';
import { readJson, StateProofFile } from './bundle.ts';
import { FormatError, toHex } from './bytes.ts';
import { readAll, type VerifyOptions } from './files.ts';
import { isLocalManifest, type Manifest } from './manifest.ts';
import { type Outcome, pass } from './outcome.ts';
import { readHeaderTimeMs } from './state-proof.ts';

/** Blocks of a snapshot were final when it was taken: minutes before its cut-off, or after it while the files were written. */
const APART_MS_MAX = 15 * MINUTE_MS;

/**
 * The balances are those of the day of the books. Without it one block at which the pool was rich would prove its reserves for ever. On
 * the local network, whose clock is moved by hand, only chains and hashes are compared.
 */
export async function checkBlocks(
  { files, chains }: Pick<VerifyOptions, 'files' | 'chains'>,
  manifest: Manifest,
): Promise<Outcome> {
  const said: string[] = [];
  const unknown: string[] = [];
  const chainId = await chains?.readBscChainId?.();
  if (chainId !== undefined && chainId !== manifest.bscChainId)
    throw new FormatError(
      `The node of BSC is of chain ${chainId}, the manifest of chain ${manifest.bscChainId}.`,
    );
  for (const { network, height, hash } of listBlocks(manifest)) {
    const found = await chains?.findBlock?.(network, height);
    if (found !== undefined && found.hash !== hash)
      throw new FormatError(`The node has another block of ${network} at ${height}: ${found.hash}.`);
    const timeMs = found?.timeMs ?? (network === 'BSC' ? await readProvedTimeMs(files, manifest) : undefined);
    if (timeMs !== undefined) said.push(describeTime({ network, height, timeMs }, manifest));
    if (found === undefined) unknown.push(`no node was asked for block ${height} of ${network}`);
  }
  const genesis = await chains?.findBlock?.('TRON', 0);
  if (genesis !== undefined && genesis.hash !== toHex(manifest.tronGenesisId))
    throw new FormatError('The node of TRON is of another chain than the manifest names.');
  const detail = [...said, ...unknown].join('; ');
  return unknown.length > 0 ? { status: 'not checked', detail } : pass(detail);
}

interface NamedBlock {
  readonly network: 'BSC' | 'TRON';
  readonly height: number;
}

function listBlocks(manifest: Manifest): readonly (NamedBlock & { readonly hash: string })[] {
  return [
    { network: 'BSC', height: manifest.bscHeight, hash: toHex(manifest.bscBlockHash) },
    { network: 'TRON', height: manifest.tronHeight, hash: toHex(manifest.tronBlockId) },
  ];
}

/** Time of the block of BSC by the header in the state proof, whose hash another check compares; undefined without a proof. */
async function readProvedTimeMs(
  files: VerifyOptions['files'],
  { snapshotNumber }: Manifest,
): Promise<number | undefined> {
  const { proof } = readJson(StateProofFile, await readAll(files.read(snapshotNumber, 'state-proof.json')));
  return proof === null ? undefined : readHeaderTimeMs(proof);
}

function describeTime(
  { network, height, timeMs }: NamedBlock & { timeMs: number },
  manifest: Manifest,
): string {
  const name = `block ${height} of ${network}`;
  if (isLocalManifest(manifest)) return `${name} on the local network, whose times say nothing`;
  const apartMs = Math.abs(timeMs - manifest.cutOffMs);
  const minutes = (apartMs / MINUTE_MS).toFixed(1);
  if (apartMs > APART_MS_MAX)
    throw new FormatError(`${name} is ${minutes} minutes apart from the books that it has to cover.`);
  return `${name}, ${minutes} minutes apart from the books`;
}
