import type { Experiment } from '../experiment.ts';
import { readWithdrawal } from '../read-states.ts';
import type { Sandbox } from '../sandbox.ts';

const AMOUNT = '20';
const FEE_MAX_WEI = 5n * 10n ** 9n;
const SPIKE_WEI = 100n * 10n ** 9n;
const ROUNDS = 4;

/** Gas costs twenty times what the pool is ready to pay. */
export const feeSpike: Experiment = {
  options: { chains: { feeMaxWei: FEE_MAX_WEI } },
  run: async (sandbox, tell) => {
    const { alice, deps } = sandbox;
    await mineAtPrice(sandbox, SPIKE_WEI);
    tell.event('fee-rises', { gwei: Number(SPIKE_WEI / 10n ** 9n), most: Number(FEE_MAX_WEI / 10n ** 9n) });
    const address = await sandbox.withdraw(alice, 'USDT', AMOUNT);
    tell.event('withdrawal-asked', { person: 'Alice', amount: AMOUNT, currency: 'USDT' });
    for (let round = 0; round < ROUNDS; round += 1) {
      await sandbox.work();
      await mineAtPrice(sandbox, SPIKE_WEI);
    }
    const meanwhile = await readWithdrawal(deps.db.read, address);
    const paid = await sandbox.listPaid('USDT', address);
    tell.check(
      'waits-for-fee',
      paid.length === 0 && meanwhile.state !== 'failed',
      `${meanwhile.state}; ${meanwhile.waitingFor ?? '–'}`,
    );
    await mineAtPrice(sandbox, 10n ** 9n);
    tell.event('fee-falls', { gwei: 1 });
    await sandbox.rest();
    const after = await sandbox.listPaid('USDT', address);
    tell.check('paid-afterwards', after.join() === `${AMOUNT}.000000`, after.join() || '–');
  },
};

/** Makes a block in which a unit of gas costs so much, in wei. */
export async function mineAtPrice(sandbox: Sandbox, wei: bigint): Promise<void> {
  await sandbox.chains.callBscNode('anvil_setNextBlockBaseFeePerGas', [`0x${wei.toString(16)}`]);
  await sandbox.mine('BSC', 1);
}
