import type { Experiment } from '../experiment.ts';
import { listDepositStates } from '../read-states.ts';

const AMOUNT = '75';

/** A deposit is in the newest block, and the chain replaces that block by one without it. */
export const reorgBeforeFinal: Experiment = {
  run: async (sandbox, tell) => {
    const { alice, chains } = sandbox;
    const address = await sandbox.findDepositAddress(alice, 'USDT');
    await sandbox.send('USDT', address, AMOUNT);
    tell.event('deposit-sent', { amount: AMOUNT, currency: 'USDT' });
    // The blocks up to the final one are read first, then those above it.
    for (let page = 0; page < 2; page += 1) await sandbox.work();
    const seen = await listDepositStates(sandbox.deps.db.read, AMOUNT);
    tell.check('seen-not-credited', seen.join() === 'confirming', seen.join() || '–');
    await chains.reorganize('BSC', 1, false);
    tell.event('blocks-replaced', { network: 'BSC', blocks: 1 });
    await sandbox.mine('BSC', 1);
    for (let round = 0; round < 3; round += 1) {
      await sandbox.work();
      await sandbox.mine('BSC', 2);
    }
    const left = await listDepositStates(sandbox.deps.db.read, AMOUNT);
    const { wallet } = await sandbox.readBalances(alice, 'USDT');
    tell.event('balance', { person: 'Alice', amount: wallet, currency: 'USDT' });
    tell.check(
      'gone-not-credited',
      !left.includes('credited') && wallet === '0.000000',
      `${left.join() || '–'}; ${wallet} USDT`,
    );
  },
};
