import { ANCHOR_INDEX, type BlockId } from '@glasspool/chains';
import { createHasher, fromHex, type Manifest, type StatementsFile, writeStatement } from '@glasspool/proof';
import type { BuiltSnapshot, ReserveAddress, SolvencyDeps } from './deps.ts';

const NO_DIGEST = new Uint8Array(32);

type Deps = Pick<SolvencyDeps, 'chains' | 'statementKey'>;

/** Files whose digests are in the manifest, besides the leaf file. */
export const BOUND_FILES = [
  'reserves.json',
  'state-proof.json',
  'terms.json',
  'in-flight.json',
  'checkpoint.json',
] as const;
type BoundFile = (typeof BOUND_FILES)[number];

/** Makes the manifest, which binds a snapshot's files, its journal and the snapshot before it. */
export async function makeManifest(
  deps: Deps,
  built: BuiltSnapshot,
  parts: {
    /** Final blocks of both chains. */
    heads: Readonly<Record<'BSC' | 'TRON', BlockId>>;
    /** Encoded files, by name. */
    files: Readonly<Record<BoundFile, Uint8Array>>;
  },
): Promise<Manifest> {
  const { previous, journal } = built;
  const { heads, files } = parts;
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
    termsDigest: computeSha256(files['terms.json']),
    bscChainId: Number(await deps.chains.BSC.getChainId()),
    bscHeight: heads.BSC.height,
    bscBlockHash: fromHex(heads.BSC.hash),
    tronGenesisId: fromHex(await deps.chains.TRON.getChainId()),
    tronHeight: heads.TRON.height,
    tronBlockId: fromHex(heads.TRON.hash),
    reservesFileDigest: computeSha256(files['reserves.json']),
    stateProofDigest: computeSha256(files['state-proof.json']),
    inFlightDigest: computeSha256(files['in-flight.json']),
    checkpointDigest: computeSha256(files['checkpoint.json']),
    anchorAddress: fromHex(deps.chains.BSC.deriveAddress(ANCHOR_INDEX)),
    statementPublicKey: deps.statementKey.publicKey,
  };
}

/** Signs a proof of control for every address of the reserves. Its text names the snapshot, the chain, the block and the manifest. */
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

function computeSha256(bytes: Uint8Array): Uint8Array {
  const hasher = createHasher();
  hasher.update(bytes);
  return hasher.digest();
}
