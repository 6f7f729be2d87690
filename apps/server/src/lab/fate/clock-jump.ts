import { DAY_MS, MINUTE_MS, parseAmount } from '@glasspool/core';
import { invest } from '@glasspool/pool/investments';
import { fundReserve } from '@glasspool/pool/reserve';
import { POOL_STEPS } from '@glasspool/server/operations';
import type { Experiment } from '../experiment.ts';
import { listNoticeKinds } from '../read-states.ts';
import type { Sandbox } from '../sandbox.ts';

const INVESTED = '100';
const JUMP_DAYS = 40;

/** The clock of the pool's machine jumps over the whole term of an investment. */
export const clockJump: Experiment = {
  options: { chains: { bscBlockAgeMaxMs: MINUTE_MS } },
  run: async (sandbox, tell) => {
    const { alice, deps } = sandbox;
    await fundReserve(deps, { currency: 'USDT', amountMicro: parseAmount('500') });
    await sandbox.send('USDT', await sandbox.findDepositAddress(alice, 'USDT'), INVESTED);
    await sandbox.rest();
    await invest(deps, { userId: alice, currency: 'USDT' });
    tell.event('invested', { amount: INVESTED, currency: 'USDT' });
    const before = await sandbox.readBalances(alice, 'USDT');
    sandbox.machineClock.skewMs = JUMP_DAYS * DAY_MS;
    tell.event('clock-jumps', { days: JUMP_DAYS });
    await payOut(sandbox);
    const meanwhile = await sandbox.readBalances(alice, 'USDT');
    tell.check(
      'pays-nothing',
      meanwhile.withdrawable === before.withdrawable,
      `${before.withdrawable} → ${meanwhile.withdrawable} USDT`,
    );
    const notices = await listNoticeKinds(deps);
    tell.check('told-staff', notices.includes('clock-skew'), notices.join(', ') || '–');
    sandbox.machineClock.skewMs = 0;
    tell.event('clock-right');
    await sandbox.advance(DAY_MS);
    await payOut(sandbox);
    const after = await sandbox.readBalances(alice, 'USDT');
    const reward = parseAmount(after.withdrawable) - parseAmount(before.withdrawable);
    tell.check('goes-on', reward === parseAmount('2'), `${before.withdrawable} → ${after.withdrawable} USDT`);
  },
};

/** Pays rewards and frees principal, as often as there is something to do. */
async function payOut({ deps }: Sandbox): Promise<void> {
  for (let round = 0; round < 4; round += 1) {
    await POOL_STEPS.runRewards(deps);
    await POOL_STEPS.matureInvestments(deps);
  }
}
