import { HOT_WALLET_INDEX, type IncomingTransfer, isPaidByContract } from '@glasspool/chains';
import { displayAmount, formatAmount, type Network, toChainUnits } from '@glasspool/core';
import { type DepositEvent, poolAccount, transfers } from '@glasspool/core/books';
import type { Row, Tables, Transaction } from '@glasspool/db';
import { enqueueAlert } from '@glasspool/identity/mail';
import { enqueueEvent } from '@glasspool/identity/webhooks';
import { lockReceivable, postNew } from '@glasspool/ledger';
import { type ExpressionBuilder, sql } from 'kysely';
import { reconcile } from '../books/index.ts';
import type { PoolDeps } from '../deps.ts';
import { pauseUncovered } from '../investments/index.ts';
import { addDust, recordDailyTotal } from '../totals/index.ts';
import { type AddressFacts, explainDeposits, readAddressFacts } from './explain-deposits.ts';
import { rereadTransaction } from './reread-transactions.ts';
import { hasRoom, lockRoom } from './room.ts';

const BATCH = 100;

export type Deposit = Row<'deposit'>;
const PLACES = 3;
/** Smallest amount that a mail, with its three decimals, does not show as zero. */
const MAILED_MICRO_MIN = 1_000n;

type Deps = Pick<PoolDeps, 'db' | 'clock' | 'machineClock' | 'random' | 'chains' | 'events'>;

/**
 * Credits deposits in final blocks. Each transfer is read again from the final chain, and the balance of its address must explain all
 * transfers to that address together (docs/chains.md). Transfers to the hot wallet become the operator's own funds without that comparison:
 * reconciliation compares the balance of the hot wallet with the books, before that where a contract paid. A deposit that cannot be credited never stops the deposits behind
 * it: all are tried before the errors are thrown. Returns the number of credited deposits.
 *
 * @throws AggregateError with the error of each deposit or address that failed.
 */
export async function confirmDeposits(deps: Deps, network: Network): Promise<number> {
  const chain = deps.chains[network];
  const { finalizedHeight } = await chain.getHead();
  const found = new Map<string, [Deposit, ...Deposit[]]>();
  const errors: unknown[] = [];
  for (const deposit of await readRipe(deps, { network, finalizedHeight })) {
    try {
      if (deposit.blockedBy === 'room' && !(await hasRoom(deps.db.read, deposit))) continue;
      if (!(await isThere(deps, deposit))) await recordBlocked(deps, deposit, 'chain');
      else found.set(deposit.address, [...(found.get(deposit.address) ?? []), deposit]);
    } catch (error) {
      errors.push(error);
    }
  }
  let credited = 0;
  const hotWallet = chain.deriveAddress(HOT_WALLET_INDEX);
  for (const [address, deposits] of found) {
    try {
      const facts = address === hotWallet ? undefined : await readAddressFacts(deps, deposits);
      if (facts === undefined && !(await isInHotWallet(deps, deposits))) continue;
      for (const deposit of deposits) if (await credit(deps, deposit, facts)) credited += 1;
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} deposits could not be credited.`);
  return credited;
}

/**
 * True while the chain holds what the books say and what contracts paid to the hot wallet: which contracts paid, one node alone may tell, where the
 * others keep no internal transactions.
 */
async function isInHotWallet(deps: Deps, [first, ...others]: [Deposit, ...Deposit[]]): Promise<boolean> {
  if (![first, ...others].some((deposit) => deposit.entry !== null && isPaidByContract(deposit.entry)))
    return true;
  const seen = await reconcile(deps, first.currency);
  const { onChainUnits, inCustodyUnits, confirmingUnits, dustUnits, quarantinedUnits, lostUnits } = seen;
  return onChainUnits >= inCustodyUnits + confirmingUnits + dustUnits + quarantinedUnits + lostUnits;
}

/**
 * Deposits in final blocks that are not credited, the oldest first. Blocked deposits do not count toward the batch limit, so that they
 * never delay others.
 */
async function readRipe(
  { db }: Deps,
  { network, finalizedHeight }: { network: Network; finalizedHeight: number },
): Promise<Deposit[]> {
  const final = db.read
    .selectFrom('deposit')
    .selectAll()
    .where('network', '=', network)
    .where('blockHeight', '<=', finalizedHeight)
    .orderBy('blockHeight');
  // The states are literals, so that each query is served by its partial index.
  const confirming = final.where('state', '=', sql.lit('confirming'));
  const fresh = await confirming.where('blockedSince', 'is', null).limit(BATCH).execute();
  const blocked = await confirming.where('blockedSince', 'is not', null).execute();
  // A reversed deposit is credited again if the chain has it again.
  const reversed = await final.where('reversedAt', 'is not', null).execute();
  return [...fresh, ...blocked, ...reversed.filter(({ state }) => state !== 'confirming')].sort(
    (a, b) => a.blockHeight - b.blockHeight,
  );
}

/**
 * Returns true when the final chain has the transfer of a deposit in the block in which the scanner read it. Whenever the chain differs,
 * the scanner has to read the new blocks first: it would not notice that a block which it has not read is replaced later.
 */
async function isThere(deps: Deps, deposit: Deposit): Promise<boolean> {
  const { network, txHash, blockHash } = deposit;
  // It has no name yet; once it has one, the next step credits it.
  if (deposit.entry === null) await rereadTransaction(deps, { network, txHash });
  const transfers = (await deps.chains[network].listFinalTransfers(txHash)) ?? [];
  return transfers.some((one) => isSameTransfer(deposit, one) && one.blockHash === blockHash);
}

/**
 * Stores the reason for which a deposit in a final block is not credited, and since when. A notice tells admins if the deposit stays
 * blocked.
 */
async function recordBlocked(
  { db, machineClock }: Deps,
  { id, state, blockedBy, blockedSince }: Deposit,
  cause: NonNullable<Deposit['blockedBy']>,
): Promise<void> {
  // A reversed deposit may stay off the chain for good, so its absence does not block it.
  if (blockedBy === cause || (state !== 'confirming' && cause === 'chain')) return;
  await db.transaction(async (tx) => {
    await tx
      .updateTable('deposit')
      .set({ blockedBy: cause, blockedSince: blockedSince ?? machineClock.now() })
      .where('id', '=', id)
      .where(isOpen)
      .execute();
  });
}

/** Returns true when a transfer is the one that a deposit records: the same transaction, name, address and amount. */
export function isSameTransfer(deposit: Deposit, transfer: IncomingTransfer): boolean {
  const units = toChainUnits(deposit.currency, deposit.amountMicro) + deposit.dustUnits;
  return (
    // A node may find a transaction by other spellings of its id. The books would count the deposit once per spelling.
    transfer.txHash === deposit.txHash &&
    transfer.entry === deposit.entry &&
    transfer.to === deposit.address &&
    transfer.units === units
  );
}

/** Condition of a deposit that is not credited, or that was reversed. */
function isOpen(eb: ExpressionBuilder<Tables, 'deposit'>) {
  return eb.or([eb('state', '=', 'confirming'), eb('reversedAt', 'is not', null)]);
}

async function credit(deps: Deps, deposit: Deposit, facts: AddressFacts | undefined): Promise<boolean> {
  const outcome = await deps.db.transaction(async (tx) => {
    const chain = deps.chains[deposit.network];
    const explanation = facts === undefined ? 'explained' : await explainDeposits(tx, chain, facts);
    return explanation === 'explained' ? book(tx, deps, deposit) : explanation;
  });
  if (outcome === 'unexplained') await recordBlocked(deps, deposit, 'balance');
  if (outcome === 'room') await recordBlocked(deps, deposit, 'room');
  return outcome === true;
}

/**
 * Returns true when the deposit was credited, and 'room' when there is no room for it. Returns false when another process was faster, or
 * when the scanner has found the deposit in another block since.
 */
async function book(tx: Transaction, deps: Deps, deposit: Deposit): Promise<boolean | 'room'> {
  const { userId, currency, amountMicro, dustUnits, reversals } = deposit;
  const now = deps.clock.now();
  if (!(await lockRoom(tx, deposit))) return 'room';
  const changed = await tx
    .updateTable('deposit')
    .set({ state: 'credited', creditedAt: now, reversedAt: null, blockedBy: null, blockedSince: null })
    .where('id', '=', deposit.id)
    // Another block than the one in which the deposit was found may not be final.
    .where('blockHash', '=', deposit.blockHash)
    .where(isOpen)
    .executeTakeFirst();
  if (changed.numUpdatedRows !== 1n) return false;
  await addDust(tx, { currency, units: dustUnits });
  // A transfer of less than a micro-unit is all dust: in custody, but nothing to credit.
  if (amountMicro > 0n) await postCredit(tx, deposit, now);
  if (userId === null) tx.onCommit(() => deps.events.emitToStaff('hotWallet.changed'));
  if (userId !== null) {
    if (amountMicro > 0n && reversals === 0)
      await recordDailyTotal(tx, { kind: 'deposit', currency, amountMicro, at: now });
    // Dust gets no mail. It is sent so that a mail like '0.000 arrived' leads the user to a history with the sender's address.
    if (amountMicro >= MAILED_MICRO_MIN)
      await enqueueAlert(tx, deps, {
        userId,
        write: (texts) => texts.depositCredited({ amount: displayAmount(amountMicro, PLACES), currency }),
      });
    const { id, network, txHash } = deposit;
    const data = { id, currency, amount: formatAmount(amountMicro), network, txHash };
    await enqueueEvent(tx, deps, { userId, event: 'deposit.credited', data });
    tx.onCommit(() => deps.events.emit(userId, 'wallet.changed', 'transaction.changed'));
  }
  return true;
}

async function postCredit(tx: Transaction, deposit: Deposit, now: number): Promise<void> {
  const { userId, currency } = deposit;
  const also = [poolAccount('chain/custody', currency)];
  const receivableMicro = userId === null ? 0n : await lockReceivable(tx, { userId, currency, also });
  await postNew(tx, transfers.creditDeposit(toEvent(deposit), receivableMicro), now);
  if (userId !== null && receivableMicro > 0n) await pauseUncovered(tx, { userId, currency, now });
}

/** A deposit as the books see it. */
export function toEvent({
  network,
  txHash,
  logIndex,
  reversals,
  userId,
  currency,
  amountMicro,
}: Deposit): DepositEvent {
  return { network, txHash, logIndex, reversals, userId, currency, amountMicro };
}
