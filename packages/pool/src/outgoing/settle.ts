// The one place that follows what the pool signed until the final chain has decided about it, and books what it decided.
import type { Chain } from '@glasspool/chains';
import { decidedState, type Network, type OutgoingState, tryEach } from '@glasspool/core';
import { isOpenOutgoing, lockRows, type Queryable, type Transaction } from '@glasspool/db';
import type { Decision, Outgoing, OutgoingHandler, PoolDeps } from '../deps.ts';
import { bookFees } from './fees.ts';
import { findHalt, recordHalt } from './halt.ts';
import { changeOutgoing, lockOutgoing, readSigned, type Signed, toCancellationSubject } from './rows.ts';
import { sendStored } from './send-stored.ts';
import { cancel, raiseFee } from './sign-again.ts';

/** More than these are asked about in turns. */
const ASKED_PER_STEP = 250;

type Deps = Parameters<typeof sendStored>[0] & Pick<PoolDeps, 'settings'>;

/**
 * Asks the chain what became of everything that is signed and not decided. Only the final chain decides: while it knows nothing of a
 * transaction and cannot prove that it can never happen, the same bytes are sent again. An error about one row stops no other. Returns how
 * many were decided.
 *
 * @throws AggregateError at the end, of what failed
 */
export async function settle(deps: Deps, network: Network): Promise<number> {
  const rows = await deps.db.read
    .selectFrom('outgoing')
    .selectAll()
    .where('network', '=', network)
    .where(isOpenOutgoing)
    .orderBy('askedAt')
    .orderBy('createdAt')
    .orderBy('id')
    .limit(ASKED_PER_STEP)
    .execute();
  let decided = 0;
  const asked = new Set(rows.length === ASKED_PER_STEP ? rows.map(({ id }) => id) : []);
  try {
    await tryEach(rows, async (row) => {
      // Unless it comes to its end, it lets others go first.
      asked.add(row.id);
      if (await settleOne(deps, row)) decided += 1;
      if (rows.length < ASKED_PER_STEP) asked.delete(row.id);
    });
  } finally {
    await recordAsked(deps, [...asked]);
  }
  return decided;
}

/** Puts rows behind those that were not asked about yet. */
async function recordAsked({ db, machineClock }: Deps, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await db.transaction(async (tx) => {
    await tx
      .updateTable('outgoing')
      .set({ askedAt: machineClock.now() })
      .where('id', 'in', ids)
      .where(isOpenOutgoing)
      .execute();
  });
}

async function settleOne(deps: Deps, row: Outgoing): Promise<boolean> {
  const signed = await readSigned(deps.db.read, row.id);
  const newest = signed.findLast(({ isCancellation }) => !isCancellation);
  if (newest === undefined) throw new Error(`${row.id} has no transaction.`);
  if (row.sentAt === null) {
    // Nothing leaves for the first time while payouts are off.
    if ((await findHalt(deps, row.network)) === undefined) await sendStored(deps, row.id, newest);
    return false;
  }
  // An answer of the chain holds only for blocks that the scanner had read when it was asked, and while it has not gone back.
  const scanned = await readScanned(deps.db.read, row.network).executeTakeFirstOrThrow();
  const decision = await findDecision(deps.chains[row.network], signed);
  if (decision === 'waits') return false;
  if (decision === undefined) {
    await sendAgain(deps, row, signed);
    return false;
  }
  if (decision.blockHeight > scanned.scannedHeight) return false;
  await deps.outgoingHandlers[row.purpose].prepare?.(row, decision);
  return deps.db.transaction(async (tx) => {
    const now = await lockRows(tx, readScanned(tx, row.network)).executeTakeFirstOrThrow();
    if (now.rollBacks !== scanned.rollBacks) return false;
    const locked = await lockOutgoing(tx, row.id);
    if (locked?.state !== row.state) return false;
    if (await haltWhileMissing(tx, deps, locked, decision)) return false;
    await close(tx, deps, { row: locked, decision, signed });
    return true;
  });
}

function readScanned(db: Queryable, network: Network) {
  return db.selectFrom('chainStatus').select(['scannedHeight', 'rollBacks']).where('network', '=', network);
}

/**
 * Decision of the final chain about the transactions of a row; 'waits' while a block has one that is not final, undefined while none has.
 * No network takes more than was signed for: a node that says so is wrong, and nothing that it says of the transaction counts.
 */
async function findDecision(
  chain: Chain,
  signed: readonly Signed[],
): Promise<Decision | 'waits' | undefined> {
  let isKnown = false;
  for (const { txHash, raw, isCancellation } of signed) {
    const mined = await chain.getOutcome(txHash);
    if (mined.status !== 'mined') continue;
    isKnown = true;
    if (!mined.isFinal || mined.feeUnits > chain.readSigned(raw).feeMaxUnits) continue;
    const { blockHeight, succeeded } = mined;
    const evidence = { txHash, blockHeight, succeeded, feeUnits: String(mined.feeUnits) };
    const outcome = isCancellation ? 'dropped' : succeeded ? 'paid' : 'failed';
    return { outcome, txHash, blockHeight, mined, evidence };
  }
  if (isKnown) return 'waits';
  const proof = await chain.findDropProof(signed);
  if (proof === undefined) return undefined;
  const other = proof['txHash'];
  const paid = typeof other === 'string' ? await findOtherPayment(chain, signed, other) : undefined;
  return (
    paid ?? { outcome: 'dropped', txHash: null, blockHeight: proof.height, mined: undefined, evidence: proof }
  );
}

/**
 * Payment by a transaction that the database does not know, at the nonce of those that it knows: the raised fee of an earlier run, of which
 * an older copy was made. Undefined where that transaction pays something else, or nothing; 'waits' until it is final.
 */
async function findOtherPayment(
  chain: Chain,
  signed: readonly Signed[],
  txHash: string,
): Promise<Decision | 'waits' | undefined> {
  const report = await chain.reportTransaction(txHash);
  if (report.status !== 'mined' || !report.isFinal) return 'waits';
  const wanted = signed
    .filter(({ isCancellation }) => !isCancellation)
    .map(({ raw }) => chain.readSigned(raw));
  const pays = report.transfers.some(({ to, units }) =>
    wanted.some((one) => one.currency === chain.currency && one.to === to && one.units === units),
  );
  if (!report.succeeded || !pays) return undefined;
  const mined = await chain.getOutcome(txHash);
  if (mined.status !== 'mined' || !mined.isFinal) return 'waits';
  const { blockHeight, succeeded } = mined;
  return {
    outcome: 'paid',
    txHash,
    blockHeight,
    mined,
    evidence: { txHash, blockHeight, succeeded, feeUnits: String(mined.feeUnits) },
  };
}

/** Sends again what no block has: the newest payment, or, where the money was given back, what takes its nonce. */
async function sendAgain(deps: Deps, row: Outgoing, signed: readonly Signed[]): Promise<void> {
  const isCancelled = row.state === 'watched';
  const newest = signed.findLast(({ isCancellation }) => isCancellation === isCancelled);
  const added =
    newest === undefined
      ? await cancel(deps, row, signed)
      : deps.clock.now() - newest.createdAt > deps.settings.replaceAfterMs
        ? await raiseFee(deps, row, newest)
        : undefined;
  const next = added ?? newest;
  if (next === undefined) return;
  await sendStored(deps, row.id, { ...next, subject: isCancelled ? toCancellationSubject(row.id) : row.id });
}

/** Halts the network where the operator has spent what a late payment takes. Returns true then: it is booked once the money is there. */
async function haltWhileMissing(
  tx: Transaction,
  { outgoingHandlers }: Deps,
  row: Outgoing,
  { outcome }: Decision,
): Promise<boolean> {
  if (decidedState(row, outcome) !== 'late' || row.formerState === 'late') return false;
  const missing = await outgoingHandlers[row.purpose].findMissingLate?.(tx, row);
  if (missing === undefined) return false;
  const { id, network } = row;
  const reason = `${network} paid a withdrawal of the operator that was given back and spent since: ${id}. Send ${missing} to the hot wallet; nothing is signed on ${network} before it is there.`;
  await recordHalt(tx, reason, network);
  return true;
}

/** Books a decision: the state of the row, what its purpose does about it, and the fee. */
async function close(
  tx: Transaction,
  deps: Deps,
  { row, decision, signed }: { row: Outgoing; decision: Decision; signed: readonly Signed[] },
): Promise<void> {
  const { txHash, blockHeight, mined } = decision;
  const now = deps.clock.now();
  const state = decidedState(row, decision.outcome);
  const paidAt = state === 'paid' ? (row.paidAt ?? now) : row.paidAt;
  await changeOutgoing(tx, row, { state, txHash, blockHeight, feeMicro: 0n, paidAt, decidedAt: now });
  await findBook(deps.outgoingHandlers[row.purpose], row, state)?.(tx, deps, row, decision);
  if (state === 'lost') {
    const how =
      decision.outcome === 'failed' ? 'did not carry it out in the new ones' : 'can never pay it again';
    await recordHalt(
      tx,
      `${row.network} replaced the block that paid withdrawal ${row.id}, and ${how}. Its money is in custody until an admin gives it back.`,
      row.network,
    );
    tx.onCommit(() => deps.events.emitToStaff('notice.changed'));
  }
  const hashes = [...signed, ...(row.txHash === null ? [] : [{ txHash: row.txHash }])].map(
    (one) => one.txHash,
  );
  const taken = mined === undefined || txHash === null ? undefined : { txHash, mined };
  await bookFees(tx, { network: row.network, hashes, taken, now });
}

function findBook(
  handler: OutgoingHandler,
  { state: before, paidAt, formerState }: Outgoing,
  state: OutgoingState,
): OutgoingHandler['onPaid'] {
  if (state === 'lost') return undefined;
  // Its money was given back before.
  if (before === 'watched') {
    const wasLate = formerState === 'late';
    if (wasLate === (state === 'late')) return undefined;
    return wasLate ? handler.onLateGone : handler.onPaidLate;
  }
  if (state === 'paid') return paidAt === null ? handler.onPaid : handler.onPaidAgain;
  return handler.onUnpaid;
}
