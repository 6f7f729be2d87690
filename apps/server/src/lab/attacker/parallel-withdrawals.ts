import type { Experiment } from '../experiment.ts';
import { countAnswers, isRefused, openServer } from './open-server.ts';

const AMOUNT = '300';
const REQUESTS = 50;

/** Fifty requests at the same moment, each for more than half of what there is. */
export const parallelWithdrawals: Experiment = {
  run: async (sandbox, tell) => {
    await using server = await openServer(sandbox);
    const token = await server.getToken('alice');
    const { withdrawable } = await sandbox.readBalances(sandbox.alice, 'USDT');
    tell.event('balance', { person: 'Alice', amount: withdrawable, currency: 'USDT' });
    tell.event('requests-at-once', { requests: REQUESTS, amount: AMOUNT, currency: 'USDT' });
    const answers = await Promise.all(
      Array.from({ length: REQUESTS }, () =>
        server.post({
          path: '/api/withdraw',
          token,
          body: { address: sandbox.newAddress('USDT'), amount: AMOUNT, currency: 'USDT' },
        }),
      ),
    );
    const accepted = answers.filter(({ status }) => status < 300).length;
    tell.check('one-accepted', accepted === 1, countAnswers(answers));
    const refused = answers.filter((one) => isRefused(one, ['INSUFFICIENT_BALANCE'])).length;
    tell.check('others-refused', refused === REQUESTS - 1, `${refused}`);
    await sandbox.rest();
    const after = await sandbox.readBalances(sandbox.alice, 'USDT');
    tell.event('balance', { person: 'Alice', amount: after.withdrawable, currency: 'USDT' });
  },
};
