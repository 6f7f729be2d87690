import { MINUTE_MS } from '@glasspool/core';
import type { Experiment } from '../experiment.ts';
import { readWithdrawal } from '../read-states.ts';
import { mineAtPrice } from './fee-spike.ts';

const AMOUNT = '20';
/** More than the payout offered, less than the pool is ready to pay. */
const STUCK_WEI = 6n * 10n ** 9n;
const ROUNDS_MAX = 12;
/** After so long a transaction counts as stuck. */
const PATIENCE_MS = 4 * MINUTE_MS;

/** A payout was sent, the price of gas rose after it, and no block takes it. */
export const stuckPayout: Experiment = {
  options: { chains: { feeMaxWei: 50n * 10n ** 9n } },
  run: async (sandbox, tell) => {
    const { alice, deps } = sandbox;
    const countSigned = async (): Promise<number> => {
      const { id } = await readWithdrawal(deps.db.read, address);
      const rows = await deps.db.read
        .selectFrom('outgoingTransaction')
        .select('txHash')
        .where('subject', '=', id)
        .execute();
      return rows.length;
    };
    await mineAtPrice(sandbox, 10n ** 8n);
    const address = await sandbox.withdraw(alice, 'USDT', AMOUNT);
    tell.event('withdrawal-asked', { person: 'Alice', amount: AMOUNT, currency: 'USDT' });
    await sandbox.work();
    tell.event('payout-sent', { signed: await countSigned() });
    for (let block = 0; block < 3; block += 1) await mineAtPrice(sandbox, STUCK_WEI);
    tell.event('fee-rises', { gwei: Number(STUCK_WEI / 10n ** 9n), most: 50 });
    await sandbox.work();
    const stuck = await sandbox.listPaid('USDT', address);
    tell.check(
      'stuck',
      stuck.length === 0 && (await countSigned()) === 1,
      `${stuck.length}; ${await countSigned()}`,
    );
    let paid: string[] = [];
    for (let round = 0; round < ROUNDS_MAX && paid.length === 0; round += 1) {
      sandbox.clock.advance(PATIENCE_MS);
      await sandbox.work();
      tell.event('time-passes', { minutes: PATIENCE_MS / MINUTE_MS, signed: await countSigned() });
      await mineAtPrice(sandbox, STUCK_WEI);
      paid = await sandbox.listPaid('USDT', address);
    }
    await sandbox.rest();
    const signed = await countSigned();
    tell.check(
      'replaced',
      signed > 1 && paid.join() === `${AMOUNT}.000000`,
      `${signed}; ${paid.join() || '–'}`,
    );
  },
};
