import { sendTestTrxByContract } from '@glasspool/chains/local';
import { parseAmount, toChainUnits } from '@glasspool/core';
import type { Experiment } from '../experiment.ts';
import { listDepositStates } from '../read-states.ts';

const AMOUNT = '33';
const RECEIPTS = '/wallet/gettransactioninfobyblocknum';

/** The node leaves out the receipts of blocks, one of which a payment by a contract is in. */
export const missingReceipt: Experiment = {
  run: async (sandbox, tell) => {
    const { alice, chains, deps } = sandbox;
    const address = await sandbox.findDepositAddress(alice, 'TRX');
    chains.proxies.TRON.script = async ({ method, forward }) => (method === RECEIPTS ? [] : forward());
    tell.event('receipts-left-out', { network: 'TRON' });
    const units = toChainUnits('TRX', parseAmount(AMOUNT));
    await sendTestTrxByContract(chains.tronUrl, address, { units, sentUnits: units });
    tell.event('paid-by-contract', { amount: AMOUNT, currency: 'TRX' });
    const before = await readScanned(sandbox);
    const failures: string[] = [];
    for (let round = 0; round < 3; round += 1) {
      await sandbox.mine('TRON', 5);
      failures.push(...(await sandbox.work()));
    }
    const refusal = failures.find((words) => words.includes('receipt')) ?? failures.join() ?? '–';
    const after = await readScanned(sandbox);
    tell.check(
      'block-not-passed',
      after.height - before.height < 15,
      `${before.height} → ${after.height}; ${refusal}`,
    );
    chains.proxies.TRON.script = undefined;
    tell.event('receipts-told', { network: 'TRON' });
    await sandbox.rest();
    const states = await listDepositStates(deps.db.read, AMOUNT);
    tell.check('found-and-credited', states.join() === 'credited', states.join() || '–');
  },
};

async function readScanned({ deps }: Parameters<Experiment['run']>[0]): Promise<{ height: number }> {
  const { scannedHeight: height } = await deps.db.read
    .selectFrom('chainStatus')
    .select('scannedHeight')
    .where('network', '=', 'TRON')
    .executeTakeFirstOrThrow();
  return { height };
}
