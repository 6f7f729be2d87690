import { parseAmount } from '@glasspool/core';
import { receivable } from '@glasspool/core/books';
import { getBalance } from '@glasspool/ledger';
import { invest } from '@glasspool/pool/investments';
import type { Experiment } from '../experiment.ts';
import { listDepositStates } from '../read-states.ts';
import { FINALITY_BLOCKS } from '../sandbox.ts';

const AMOUNT = '75';

/** A deposit that was final and credited is gone: the chain broke its promise, and the money is invested already. */
export const reorgAfterFinal: Experiment = {
  run: async (sandbox, tell) => {
    const { chains, deps } = sandbox;
    const carol = await sandbox.pool.signUp('carol');
    await sandbox.send('USDT', await sandbox.findDepositAddress(carol, 'USDT'), AMOUNT);
    tell.event('deposit-sent', { amount: AMOUNT, currency: 'USDT' });
    await sandbox.mine('BSC', FINALITY_BLOCKS + 1);
    await sandbox.work();
    const { wallet } = await sandbox.readBalances(carol, 'USDT');
    tell.check('credited', wallet === `${AMOUNT}.000000`, `${wallet} USDT`);
    await invest(deps, { userId: carol, currency: 'USDT' });
    tell.event('invested', { amount: AMOUNT, currency: 'USDT' });
    await chains.reorganize('BSC', FINALITY_BLOCKS + 2, false);
    tell.event('blocks-replaced', { network: 'BSC', blocks: FINALITY_BLOCKS + 2 });
    for (let round = 0; round < 4; round += 1) {
      await sandbox.mine('BSC', FINALITY_BLOCKS + 1);
      await sandbox.work();
    }
    const states = await listDepositStates(deps.db.read, AMOUNT);
    tell.check('reversed', states.join() === 'reversed', states.join());
    const owes = -(await getBalance(deps.db.read, receivable(carol, 'USDT')));
    tell.check('owes', owes === parseAmount(AMOUNT), `${owes} micro-USDT`);
  },
};
