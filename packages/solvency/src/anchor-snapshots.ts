import { ANCHOR_INDEX, HOT_WALLET_INDEX, type TransferIntent } from '@glasspool/chains';
import { lockRows, type Queryable } from '@glasspool/db';
import {
  bookAnswer,
  bookNetworkFee,
  broadcastStored,
  type Fate,
  findHalt,
  findSigningObstacle,
  followOutgoing,
  type Mined,
  signNext,
  storeSigned,
} from '@glasspool/pool/outgoing';
import { anchorData, fromHex, toHex, writeJson } from '@glasspool/proof';
import type { SolvencyDeps } from './deps.ts';
import type { Snapshot } from './list-snapshots.ts';

/** Number of anchors that one transfer of coins to the anchoring address pays for. */
const ANCHORS_PER_TOP_UP = 20n;

type Deps = Pick<
  SolvencyDeps,
  'db' | 'clock' | 'chains' | 'signedLog' | 'snapshots' | 'settings' | 'events' | 'signingGate'
>;

/**
 * Anchors the oldest manifest that is not on chain yet: the anchoring address sends itself a transaction whose nonce is the snapshot's
 * number. So each number has exactly one anchor, and a gap is visible (docs/proof-of-solvency.md). Returns true when it made progress.
 */
export async function anchorSnapshots(deps: Deps): Promise<boolean> {
  const snapshot = await findUnanchored(deps);
  if (snapshot === undefined) return false;
  const subject = getSubject(snapshot);
  if (await isSigned(deps.db.read, subject)) return follow(deps, snapshot, subject);
  // Follow the top-up before any check. Whatever keeps the network from being signed for may itself wait for the nonce of the top-up.
  const topUp = await findTopUp(deps, snapshot);
  if (topUp.isOpen || (await findHalt(deps)) !== undefined) return false;
  if ((await findSigningObstacle(deps, 'BSC')) !== null) return false;
  if (!(await hasGas(deps, snapshot, topUp.attempts))) return false;
  return send(deps, snapshot, {
    subject,
    transfer: getAnchor(deps, snapshot),
    nonce: snapshot.number,
    instead: topUpSubject(snapshot, topUp.attempts),
  });
}

/** Follows the transactions that were sent for an anchor, without signing anything. Returns true while one of them is under way. */
export async function followAnchors(deps: Deps): Promise<boolean> {
  const snapshot = await findUnanchored(deps);
  if (snapshot === undefined) return false;
  const subject = getSubject(snapshot);
  if (await isSigned(deps.db.read, subject)) return !(await follow(deps, snapshot, subject));
  return (await findTopUp(deps, snapshot)).isOpen;
}

async function findUnanchored({ db }: Deps): Promise<Snapshot | undefined> {
  return db.read
    .selectFrom('snapshot')
    .selectAll()
    .where('anchoredAt', 'is', null)
    .orderBy('number')
    .limit(1)
    .executeTakeFirst();
}

function getSubject({ number }: Snapshot): string {
  return `snapshot/${number}`;
}

function getAnchor({ chains }: Deps, { manifestDigest }: Snapshot): TransferIntent {
  const data = `0x${toHex(anchorData(fromHex(manifestDigest)))}`;
  return {
    fromIndex: ANCHOR_INDEX,
    currency: 'BNB',
    to: chains.BSC.deriveAddress(ANCHOR_INDEX),
    units: 0n,
    data,
  };
}

async function follow(deps: Deps, snapshot: Snapshot, subject: string): Promise<boolean> {
  const fate = await followOutgoing(deps, { network: 'BSC', subject });
  if (fate.kind !== 'final') return false;
  const { txHash, outcome } = fate;
  // Write the file first: a row that names the anchor without the file would be a broken promise.
  await deps.snapshots.write(snapshot.number, 'anchor.json', [writeJson({ txHash })]);
  const isBooked = await bookAnswer(deps, fate, async (tx) => {
    const changed = await tx
      .updateTable('snapshot')
      .set({ anchorTxHash: txHash, anchoredAt: deps.clock.now() })
      .where('number', '=', snapshot.number)
      .where('anchoredAt', 'is', null)
      .executeTakeFirst();
    if (changed.numUpdatedRows === 1n) await bookFee(deps, tx, { subject, txHash, outcome });
    return true;
  });
  return isBooked ?? false;
}

/** Returns true when the anchoring address can pay its fee. Otherwise sends coins from the hot wallet, as many times as needed. */
async function hasGas(deps: Deps, snapshot: Snapshot, attempts: number): Promise<boolean> {
  const { senderFeeUnits, feeMaxUnits } = await deps.chains.BSC.quoteSend(getAnchor(deps, snapshot));
  if (senderFeeUnits >= feeMaxUnits) return true;
  const to = deps.chains.BSC.deriveAddress(ANCHOR_INDEX);
  const units = ANCHORS_PER_TOP_UP * feeMaxUnits;
  const topUp: TransferIntent = { fromIndex: HOT_WALLET_INDEX, currency: 'BNB', to, units };
  const hotWallet = await deps.chains.BSC.quoteSend(topUp);
  // If the hot wallet lacks coins, the notice about withdrawals that wait for coins tells the admins.
  if (hotWallet.senderUnits >= units + hotWallet.feeMaxUnits)
    // Use the number that was counted before. A subject is signed once, so a process that sent coins meanwhile keeps this one from sending
    // more.
    await send(deps, snapshot, {
      subject: topUpSubject(snapshot, attempts),
      transfer: topUp,
      instead: getSubject(snapshot),
    });
  return false;
}

/** Counts the transfers of coins for the anchor of a snapshot, and follows the last one, whose fee is booked once it is final. */
async function findTopUp(deps: Deps, snapshot: Snapshot): Promise<{ isOpen: boolean; attempts: number }> {
  const attempts = await countTopUps(deps, snapshot);
  if (attempts === 0) return { isOpen: false, attempts };
  const subject = topUpSubject(snapshot, attempts - 1);
  const fate = await followOutgoing(deps, { network: 'BSC', subject });
  const isOpen =
    fate.kind === 'open' || (fate.kind === 'final' && !(await bookOnce(deps, { subject, ...fate })));
  return { isOpen, attempts };
}

function topUpSubject({ number }: Snapshot, attempt: number): string {
  return `snapshot/${number}/gas/${attempt}`;
}

/** Counts the transfers of coins. Their numbers have no gap, so each one is looked up by its subject. */
async function countTopUps(deps: Deps, snapshot: Snapshot): Promise<number> {
  for (let attempt = 0; ; attempt += 1)
    if (!(await isSigned(deps.db.read, topUpSubject(snapshot, attempt)))) return attempt;
}

interface Wanted {
  readonly subject: string;
  readonly transfer: TransferIntent;
  /** Nonce that the transaction must have. It is not sent under another one. */
  readonly nonce?: number;
  /**
   * Subject that excludes this transaction: another process may have signed it meanwhile. Once the anchor is signed, no one follows coins
   * that are sent for its fee.
   */
  readonly instead: string;
}

/** Signs, stores and sends a transaction, unless another process has signed `instead` for the snapshot. Returns true when it was sent. */
async function send(
  deps: Deps,
  { number }: Snapshot,
  { subject, transfer, nonce, instead }: Wanted,
): Promise<boolean> {
  const signed = await signNext(deps, 'BSC', transfer);
  if (signed === undefined || (nonce !== undefined && signed.nonce !== nonce)) return false;
  const now = deps.clock.now();
  const isStored = await deps.db.transaction(async (tx) => {
    const query = tx.selectFrom('snapshot').select('number').where('number', '=', number);
    await lockRows(tx, query).executeTakeFirstOrThrow();
    if (await isSigned(tx, instead)) return false;
    return storeSigned(tx, { network: 'BSC', subject, signed, now });
  });
  if (isStored) await broadcastStored(deps, { network: 'BSC', subject, signed });
  return isStored;
}

async function isSigned(db: Queryable, subject: string): Promise<boolean> {
  const row = await db
    .selectFrom('outgoingTransaction')
    .select('txHash')
    .where('subject', '=', subject)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Books the fee unless it is booked already. Returns false when the chain has to be asked again. */
async function bookOnce(
  deps: Deps,
  final: Extract<Fate, { kind: 'final' }> & { subject: string },
): Promise<boolean> {
  const isBooked = await bookAnswer(deps, final, async (tx) => {
    const known = await tx
      .selectFrom('networkFee')
      .select('txHash')
      .where('network', '=', 'BSC')
      .where('txHash', '=', final.txHash)
      .executeTakeFirst();
    if (known === undefined) await bookFee(deps, tx, final);
    return true;
  });
  return isBooked ?? false;
}

async function bookFee(
  deps: Deps,
  tx: Parameters<typeof bookNetworkFee>[0],
  { subject, txHash, outcome }: { subject: string; txHash: string; outcome: Mined },
): Promise<void> {
  await bookNetworkFee(tx, { network: 'BSC', subject, txHash, outcome, now: deps.clock.now() });
}
