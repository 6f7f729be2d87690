import type { DropProof, SignedTransfer, TransactionOutcome } from '@glasspool/chains';
import type { Network } from '@glasspool/core';
import type { Queryable } from '@glasspool/db';
import type { PoolDeps } from '../deps.ts';
import { type AskedAt, beginAsking } from './book-answer.ts';
import { findHalt } from './halt.ts';
import { recordLogged } from './logged-lines.ts';
import { storeReplacement, toVoidSubject } from './sign.ts';
import { findDerivationIndex } from './signer-reads.ts';

type Deps = Pick<PoolDeps, 'db' | 'clock' | 'chains' | 'signedLog' | 'settings'>;
type Stored = SignedTransfer & { readonly createdAt: number };

export type Mined = Extract<TransactionOutcome, { isFinal: true }>;

/** Fate of the transactions that were signed for a subject. Only the final chain decides; `bookAnswer` books what it did. */
export type Fate =
  | { readonly kind: 'open' }
  | { readonly kind: 'final'; readonly askedAt: AskedAt; readonly txHash: string; readonly outcome: Mined }
  | { readonly kind: 'impossible'; readonly askedAt: AskedAt; readonly proof: DropProof };
/** No block has any of them. */
export interface Absent {
  readonly kind: 'absent';
  readonly askedAt: AskedAt;
}

/**
 * Asks the chain what became of the transactions of a subject. While the chain knows none of them, and cannot prove that none can
 * happen, the newest is sent again, byte for byte; when no block has taken it for long, with a higher fee at the same nonce.
 */
export async function followOutgoing(
  deps: Deps,
  request: Pick<StoredEntry, 'network' | 'subject' | 'details'>,
): Promise<Fate> {
  const { network, subject, details } = request;
  const chain = deps.chains[network];
  const askedAt = await beginAsking(deps.db.read, network);
  const signed = await readSigned(deps.db.read, subject);
  const mined = await findMined(chain, signed, askedAt);
  if (mined.kind !== 'absent') return mined;
  const proof = await chain.findDropProof(signed);
  if (proof !== undefined) return { kind: 'impossible', askedAt, proof };
  const newest = signed.at(-1);
  if (newest === undefined) return { kind: 'open' };
  const isStuck = deps.clock.now() - newest.createdAt > deps.settings.replaceAfterMs;
  const replacement = isStuck ? await replaceStuck(deps, { network, subject, stuck: newest }) : undefined;
  const entry = { network, subject, signed: replacement ?? newest };
  await broadcastStored(deps, details === undefined ? entry : { ...entry, details });
  return { kind: 'open' };
}

/**
 * Asks in which block one of these transactions is; open where that is not final. No network takes more than was signed for: a node that says so is
 * wrong, and nothing that it says of the transaction is booked.
 */
async function findMined(
  chain: Pick<PoolDeps['chains'][Network], 'getOutcome' | 'readSigned'>,
  signed: readonly Pick<Stored, 'txHash' | 'raw'>[],
  askedAt: AskedAt,
): Promise<Fate | Absent> {
  let isKnown = false;
  for (const { txHash, raw } of signed) {
    const outcome = await chain.getOutcome(txHash);
    if (outcome.status !== 'mined') continue;
    isKnown = true;
    if (outcome.isFinal && outcome.feeUnits <= chain.readSigned(raw).feeMaxUnits)
      return { kind: 'final', askedAt, txHash, outcome };
  }
  return isKnown ? { kind: 'open' } : { kind: 'absent', askedAt };
}

/** Asks the chain what became of the transactions of a subject, and sends nothing. Absent where one of them may still come into a block. */
export async function lookUpOutgoing(
  { db, chains }: Pick<Deps, 'db' | 'chains'>,
  { network, subject }: { network: Network; subject: string },
): Promise<Fate | Absent> {
  const askedAt = await beginAsking(db.read, network);
  const signed = await readSigned(db.read, subject);
  const mined = await findMined(chains[network], signed, askedAt);
  if (mined.kind !== 'absent') return mined;
  const proof = await chains[network].findDropProof(signed);
  return proof === undefined ? mined : { kind: 'impossible', askedAt, proof };
}

/** Transactions that were signed for a subject, the newest last. */
function readSigned(db: Queryable, subject: string): Promise<Stored[]> {
  return db
    .selectFrom('outgoingTransaction')
    .select(['txHash', 'sender', 'raw', 'nonce', 'expiresAt', 'createdAt'])
    .where('subject', '=', subject)
    .orderBy('createdAt')
    .orderBy('txHash')
    .execute();
}

/**
 * Signs a transfer of nothing in the place of a payment that must not happen any more, or finds the one that was signed. Undefined where the chain has
 * no nonces, or nothing may be signed now. Nothing is stored, nor sent.
 */
export async function voidOutgoing(
  deps: Deps,
  { network, subject }: { network: Network; subject: string },
): Promise<SignedTransfer | undefined> {
  const voidSubject = toVoidSubject(subject);
  const known = (await readSigned(deps.db.read, voidSubject)).at(-1);
  const newest = (await readSigned(deps.db.read, subject)).at(-1);
  if (known !== undefined || newest === undefined) return known;
  if ((await findHalt(deps)) !== undefined) return undefined;
  const fromIndex = await getSenderIndex(deps.db.read, network, newest.sender);
  await deps.chains[network].assertAllowedNetwork();
  return deps.chains[network].signVoid(newest, { fromIndex, subject: voidSubject });
}

async function getSenderIndex(db: Queryable, network: Network, address: string): Promise<number> {
  const index = await findDerivationIndex(db, { network, address });
  if (index === undefined) throw new Error(`The database has no address ${address} of ours on ${network}.`);
  return index;
}

/** Signs the same transfer with a higher fee and stores it. Undefined where there is nothing to raise, or another was faster. */
async function replaceStuck(
  deps: Deps,
  { network, subject, stuck }: { network: Network; subject: string; stuck: Stored },
): Promise<SignedTransfer | undefined> {
  if ((await findHalt(deps)) !== undefined) return undefined;
  const chain = deps.chains[network];
  const fromIndex = await getSenderIndex(deps.db.read, network, stuck.sender);
  await chain.assertAllowedNetwork();
  const signed = await chain.signReplacement(stuck, { fromIndex, subject });
  if (signed === undefined) return undefined;
  const isStored = await deps.db.transaction((tx) =>
    storeReplacement(tx, { network, subject, signed, now: deps.clock.now() }),
  );
  return isStored ? signed : undefined;
}

/** Stored bytes, and what the signed log says of them. */
interface StoredEntry {
  readonly network: Network;
  readonly subject: string;
  readonly signed: SignedTransfer;
  /** Of a withdrawal: who is paid what, so that the log alone can make it again; of a sweep: the address that it empties. */
  readonly details?: Readonly<Record<string, string>>;
}

/**
 * Sends stored bytes, after they are in the signed log on disk. The node's answer is ambiguous and decides nothing.
 *
 * @throws NetworkRefusedError when the node is on a network that the product must not touch.
 */
export async function broadcastStored(
  deps: Pick<Deps, 'db' | 'chains' | 'signedLog'>,
  entry: StoredEntry,
): Promise<void> {
  await logStored(deps, entry);
  await sendLogged(deps, entry);
}

/**
 * Writes stored bytes into the signed log, on disk when it resolves, and notes in the database that they are there.
 *
 * @throws NetworkRefusedError when the node is on a network that the product must not touch.
 */
export async function logStored(
  { db, chains, signedLog }: Pick<Deps, 'db' | 'chains' | 'signedLog'>,
  { network, subject, signed, details }: StoredEntry,
): Promise<void> {
  const { txHash, sender, nonce, expiresAt, raw } = signed;
  await chains[network].assertAllowedNetwork();
  await signedLog.append({ network, subject, txHash, sender, nonce, expiresAt, raw, ...details });
  await recordLogged(db, { txHash, signerLog: signedLog.findSignerLogEnd?.() });
}

/**
 * Sends bytes that are in the signed log.
 *
 * @throws NetworkRefusedError when the node is on a network that the product must not touch.
 */
export async function sendLogged(
  { chains }: Pick<Deps, 'chains'>,
  { network, signed }: Pick<StoredEntry, 'network' | 'signed'>,
): Promise<void> {
  await chains[network].assertAllowedNetwork();
  await chains[network].broadcast(signed.raw);
}
