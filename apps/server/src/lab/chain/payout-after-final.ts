import { MINUTE_MS, NETWORK_OF } from '@glasspool/core';
import { createAdmin } from '@glasspool/identity/accounts';
import { resumePayouts } from '@glasspool/pool/halts';
import { listHalted } from '@glasspool/pool/outgoing';
import { giveBackWithdrawal } from '@glasspool/pool/withdrawals';
import type { Experiment } from '../experiment.ts';
import { readWithdrawal } from '../read-states.ts';
import { FINALITY_BLOCKS, type Sandbox } from '../sandbox.ts';
import type { Teller } from '../teller.ts';

const PAID = { USDT: '30', TRX: '20' } as const;
/** More than a transaction of TRON lives. */
const EXPIRED_AFTER_MS = 12 * MINUTE_MS;
const origin = { ipAddress: '', requestId: 'lab' };

/** Payouts that were final are in no block any more: one is sent again, one can never be. */
export const payoutAfterFinal: Experiment = {
  run: async (sandbox, tell) => {
    const { deps } = sandbox;
    const { userId: adminId } = await createAdmin(deps, 'operator@example.org');
    const alices = await payAndReplace(sandbox, tell, 'USDT');
    await sandbox.work();
    const halted = await listHalted(deps);
    tell.check('stopped-there', halted.join() === 'BSC', halted.join() || '–');
    await goOn(sandbox);
    const again = await sandbox.listPaid('USDT', alices);
    tell.check('paid-again', again.join() === `${PAID.USDT}.000000`, again.join() || '–');

    const bobs = await payAndReplace(sandbox, tell, 'TRX');
    const { id } = await readWithdrawal(deps.db.read, bobs);
    tell.event('expires', { minutes: EXPIRED_AFTER_MS / MINUTE_MS });
    await sandbox.advance(EXPIRED_AFTER_MS);
    await goOn(sandbox);
    const before = await sandbox.readBalances(sandbox.bob, 'TRX');
    const { state } = await deps.db.read
      .selectFrom('outgoing')
      .select('state')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    tell.check('lost-waits', state === 'lost', `${state}; ${before.withdrawable} TRX`);
    await giveBackWithdrawal(deps, { adminId, origin, withdrawalId: id });
    tell.event('given-back', { person: 'Bob', amount: PAID.TRX, currency: 'TRX' });
    await resumePayouts(deps, { adminId, origin, reason: 'Looked at both chains.' });
    const after = await sandbox.readBalances(sandbox.bob, 'TRX');
    const paid = await sandbox.listPaid('TRX', bobs);
    tell.check(
      'given-back',
      Number(after.withdrawable) > Number(before.withdrawable) && paid.length === 0,
      `${after.withdrawable} TRX; ${paid.join() || '–'}`,
    );
  },
};

/** Pays a user, lets the payment become final, and replaces its block by one that does not have it. Returns the address. */
async function payAndReplace(sandbox: Sandbox, tell: Teller, currency: 'USDT' | 'TRX'): Promise<string> {
  const { alice, bob, chains, deps } = sandbox;
  const network = NETWORK_OF[currency];
  const person = currency === 'USDT' ? 'Alice' : 'Bob';
  const address = await sandbox.withdraw(currency === 'USDT' ? alice : bob, currency, PAID[currency]);
  for (let round = 0; round < 3; round += 1) {
    await sandbox.work();
    await sandbox.mine(network, FINALITY_BLOCKS + 1);
  }
  await sandbox.work();
  tell.event('payout-made', { person, amount: PAID[currency], currency });
  const { id } = await readWithdrawal(deps.db.read, address);
  const { blockHeight } = await deps.db.read
    .selectFrom('outgoing')
    .select('blockHeight')
    .where('id', '=', id)
    .where('state', '=', 'paid')
    .executeTakeFirstOrThrow();
  const { height } = await chains.honest[network].getHead();
  const blocks = height - (blockHeight ?? height) + 1;
  await chains.reorganize(network, blocks, false);
  tell.event('blocks-replaced', { network, blocks });
  return address;
}

/** Lets workers and blocks go on until what was opened again is decided. */
async function goOn(sandbox: Sandbox): Promise<void> {
  for (let round = 0; round < 4; round += 1) {
    await sandbox.work();
    for (const network of ['BSC', 'TRON'] as const) await sandbox.mine(network, FINALITY_BLOCKS + 1);
  }
  await sandbox.work();
}
