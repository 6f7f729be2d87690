import { HOT_WALLET_INDEX } from '@glasspool/chains';
import { CURRENCY_OF, fromChainUnits, type Network } from '@glasspool/core';
import { isOpenWithdrawal, sumMicro } from '@glasspool/db';
import { sql } from 'kysely';
import type { PoolDeps } from '../deps.ts';
import type { Withdrawal } from './transition.ts';

const CANDIDATES_PER_STEP = 20;

/** Approved withdrawals in the order in which they are tried. */
export interface Candidates {
  readonly users: readonly Withdrawal[];
  readonly operators: readonly Withdrawal[];
}

/**
 * Approved withdrawals of a network that may be signed: those not tried for the longest time, so that none behind twenty that wait is
 * never reached. Oldest first while the hot wallet covers all, otherwise smallest first. Withdrawals of locked accounts, and those an
 * admin has to look at, are left out; the former say what they wait for.
 */
export async function listCandidates(
  deps: Pick<PoolDeps, 'db' | 'chains' | 'clock'>,
  network: Network,
): Promise<Candidates> {
  await markLocked(deps, network);
  const isShort = await isHotWalletShort(deps, network);
  return {
    users: await listApproved(deps, { network, source: 'user', isShort }),
    operators: await listApproved(deps, { network, source: 'operator', isShort }),
  };
}

async function listApproved(
  { db }: Pick<PoolDeps, 'db'>,
  { network, source, isShort }: { network: Network; source: Withdrawal['source']; isShort: boolean },
): Promise<Withdrawal[]> {
  const open = db.read
    .selectFrom('withdrawal')
    .innerJoin('user', 'user.id', 'withdrawal.userId')
    .selectAll('withdrawal')
    .where('withdrawal.network', '=', network)
    .where(isOpenWithdrawal)
    .where('withdrawal.state', '=', 'approved')
    .where('withdrawal.source', '=', source)
    .where((eb) =>
      eb.or([eb('withdrawal.waitingFor', 'is', null), eb('withdrawal.waitingFor', '!=', 'check')]),
    )
    .where((eb) => eb.or([eb('user.lockedAt', 'is', null), eb('withdrawal.source', '=', 'operator')]));
  // Withdrawals that wait for a reason other than tokens go behind the others, however small they are.
  const ordered = isShort
    ? open
        .orderBy(sql`case when waiting_for in ('gas', 'cap', 'chain') then tried_at else 0 end`)
        .orderBy('withdrawal.amountMicro')
    : open.orderBy('withdrawal.triedAt');
  return ordered
    .orderBy('withdrawal.createdAt')
    .orderBy('withdrawal.id')
    .limit(CANDIDATES_PER_STEP)
    .execute();
}

/** Returns true when the hot wallet, less what is in flight, cannot pay every approved withdrawal of users. */
async function isHotWalletShort(
  { db, chains }: Pick<PoolDeps, 'db' | 'chains'>,
  network: Network,
): Promise<boolean> {
  const { openMicro } = await db.read
    .selectFrom('withdrawal')
    .select(sumMicro(sql`amount_micro`).as('openMicro'))
    .where('network', '=', network)
    .where(isOpenWithdrawal)
    .where('state', 'in', ['approved', 'signed', 'broadcast'])
    .executeTakeFirstOrThrow();
  if (openMicro === 0n) return false;
  const chain = chains[network];
  const currency = CURRENCY_OF[network];
  const units = await chain.getBalanceUnits(chain.deriveAddress(HOT_WALLET_INDEX), currency);
  return fromChainUnits(currency, units).amountMicro < openMicro;
}

/** Shows owners of locked accounts what their withdrawals wait for, and takes the mark off once they are unlocked. */
async function markLocked({ db }: Pick<PoolDeps, 'db'>, network: Network): Promise<void> {
  const rows = await db.read
    .selectFrom('withdrawal')
    .innerJoin('user', 'user.id', 'withdrawal.userId')
    .select(['withdrawal.id', 'withdrawal.waitingFor', 'user.lockedAt'])
    .where('withdrawal.network', '=', network)
    .where(isOpenWithdrawal)
    .where('withdrawal.state', '=', 'approved')
    .where('withdrawal.source', '=', 'user')
    .where((eb) =>
      eb.or([
        eb.and([
          eb('user.lockedAt', 'is not', null),
          eb.or([
            eb('withdrawal.waitingFor', 'is', null),
            eb('withdrawal.waitingFor', 'not in', ['locked', 'check']),
          ]),
        ]),
        eb.and([eb('user.lockedAt', 'is', null), eb('withdrawal.waitingFor', '=', 'locked')]),
      ]),
    )
    .limit(CANDIDATES_PER_STEP)
    .execute();
  for (const { id, waitingFor, lockedAt } of rows)
    await db.transaction(async (tx) => {
      await tx
        .updateTable('withdrawal')
        .set({ waitingFor: lockedAt === null ? null : 'locked' })
        .where('id', '=', id)
        .where('state', '=', 'approved')
        // A reason that another process found meanwhile stays: one that an admin has to look at is not sent without it.
        .where('waitingFor', waitingFor === null ? 'is' : '=', waitingFor)
        .execute();
    });
}
