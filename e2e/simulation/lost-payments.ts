// Payments that a chain lost in a reorganization and did not carry out again.
import type { WithdrawalId } from '@glasspool/core';
import { expectTrue } from './oracles.ts';
import type { World } from './world.ts';

/**
 * Fails unless each payment that is booked as made is on its chain. A payment that was lost in a reorganization must have gone back to its
 * payer, and must have halted payouts.
 */
export async function checkLost(world: World): Promise<void> {
  const rows = await world.db.read
    .selectFrom('withdrawal')
    .innerJoin('withdrawalEvent', 'withdrawalEvent.withdrawalId', 'withdrawal.id')
    .select(['id', 'state', 'address', 'currency'])
    .where('toState', '=', 'confirmed')
    .execute();
  for (const { id, state, address, currency } of rows) {
    const units = await world.chainOf(currency).getBalanceUnits(address, currency);
    if (state === 'confirmed') {
      expectTrue('what is confirmed is paid', units > 0n, () => `${id} is confirmed, and not on chain.`);
      continue;
    }
    const { network } = world.chainOf(currency);
    const resumed = await listResumed(world, `paid withdrawal ${id},`);
    const replaced = await listResumed(world, `${network} replaced blocks above`);
    expectTrue(
      'a payment that is lost halts payouts, once for each time that final blocks were replaced',
      resumed.length >= 1 && resumed.length <= replaced.length,
      () => `${id}: ${resumed.length} times, ${replaced.length} replacements`,
    );
    world.counters.count('payment lost to a reorganization, and given back');
  }
}

/** Reasons of a kind that payouts were halted for, of which an admin has resumed them since. */
async function listResumed(world: World, part: string): Promise<string[]> {
  const rows = await world.db.read
    .selectFrom('auditLog')
    .select('beforeJson')
    .where('action', '=', 'payouts.resume')
    .where('beforeJson', 'like', `%${part}%`)
    .execute();
  return rows
    .flatMap(({ beforeJson }) => String(beforeJson).split('\\n'))
    .filter((line) => line.includes(part));
}

/** Part of the fee that the owner of a payment did not get back with the payment. */
export async function readFeeKept(
  world: World,
  { id, feeMicro }: { id: WithdrawalId; feeMicro: bigint },
): Promise<bigint> {
  const back = await world.db.read
    .selectFrom('transfer')
    .leftJoin('posting', (join) =>
      join.onRef('posting.transferId', '=', 'transfer.id').on('posting.accountId', 'like', 'pool/ownFunds:%'),
    )
    .select('amountMicro')
    .where('reference', '=', `withdrawal/${id}/reverse`)
    .executeTakeFirst();
  if (back === undefined) return 0n;
  const keptMicro = feeMicro + (back.amountMicro ?? 0n);
  if (keptMicro > 0n) world.counters.count('payment given back without all of its fee');
  return keptMicro;
}
