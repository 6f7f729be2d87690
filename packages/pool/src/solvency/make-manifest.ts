import { ANCHOR_INDEX, type BlockId } from '@glasspool/chains';
import {
  createHasher,
  fromHex,
  type Manifest,
  type StatementsFile,
  writeStatement,
} from '@glasspool/core/solvency';
import type { PoolDeps } from '../deps.ts';
import type { BuiltSnapshot } from './build-snapshot.ts';
import type { ReserveAddress } from './read-reserves.ts';

const NO_DIGEST = new Uint8Array(32);

type Deps = Pick<PoolDeps, 'chains' | 'statementKey'>;

/** The manifest that binds a snapshot's files, its journal and the snapshot before it. */
export async function makeManifest(
  deps: Deps,
  built: BuiltSnapshot,
  parts: {
    /** Final blocks of both chains. */
    heads: Readonly<Record<'BSC' | 'TRON', BlockId>>;
    reserves: Uint8Array;
    terms: Uint8Array;
  },
): Promise<Manifest> {
  const { previous, journal } = built;
  const { heads, reserves, terms } = parts;
  return {
    snapshotNumber: built.number,
    prevManifestDigest: previous === undefined ? NO_DIGEST : fromHex(previous.manifestDigest),
    cutOffMs: built.cutOffMs,
    root: built.root,
    leafCount: built.leafCount,
    leafFileDigest: built.leafFileDigest,
    ...built.figures,
    journalLength: journal.length,
    journalHeadDigest: journal.headDigest,
    termsDigest: sha256Of(terms),
    bscChainId: Number(await deps.chains.BSC.getChainId()),
    bscHeight: heads.BSC.height,
    bscBlockHash: fromHex(heads.BSC.hash),
    tronGenesisId: fromHex(await deps.chains.TRON.getChainId()),
    tronHeight: heads.TRON.height,
    tronBlockId: fromHex(heads.TRON.hash),
    reservesFileDigest: sha256Of(reserves),
    anchorAddress: fromHex(deps.chains.BSC.addressOf(ANCHOR_INDEX)),
    statementPublicKey: deps.statementKey.publicKey,
  };
}

/** For every address of the reserves a signature under a text that names snapshot, chain, block and manifest. */
export async function signStatements(
  { chains }: Deps,
  said: { addresses: readonly ReserveAddress[]; manifest: Manifest; digest: Uint8Array },
): Promise<StatementsFile> {
  const { addresses, manifest, digest } = said;
  const sign = async ({ network, address, derivationIndex }: ReserveAddress) => {
    const text = writeStatement({ network, address }, { manifest, digest });
    const signature = await chains[network].signStatement(derivationIndex, text);
    return { network, address, signature };
  };
  return { statements: await Promise.all(addresses.map(sign)) };
}

function sha256Of(bytes: Uint8Array): Uint8Array {
  const hasher = createHasher();
  hasher.update(bytes);
  return hasher.digest();
}
