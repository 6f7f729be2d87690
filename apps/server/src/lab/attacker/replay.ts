import type { Experiment } from '../experiment.ts';
import { countAnswers, openServer } from './open-server.ts';

const AMOUNT = '20';
const REPEATS = 20;

/** Everything is sent again: the request by someone who recorded it, the signed payment by someone who saw it on the chain. */
export const replay: Experiment = {
  run: async (sandbox, tell) => {
    const { chains, deps } = sandbox;
    await using server = await openServer(sandbox);
    const token = await server.getToken('alice');
    const address = sandbox.newAddress('USDT');
    const call = {
      path: '/api/withdraw',
      token,
      headers: { 'idempotency-key': 'recorded-once' },
      body: { address, amount: AMOUNT, currency: 'USDT' },
    };
    const answers = await Promise.all(Array.from({ length: REPEATS }, () => server.post(call)));
    tell.event('request-repeated', { times: REPEATS, answers: countAnswers(answers) });
    const rows = await deps.db.read
      .selectFrom('withdrawal')
      .select('id')
      .where('address', '=', address)
      .execute();
    tell.check('one-withdrawal', rows.length === 1, `${rows.length}`);
    await sandbox.rest();
    const signed = await deps.db.read.selectFrom('outgoingTransaction').select('raw').execute();
    let sent = 0;
    for (const { raw } of signed)
      for (let time = 0; time < REPEATS; time += 1) {
        // A node that refuses is what is wanted here.
        await chains.honest.BSC.broadcast(raw).catch(() => undefined);
        sent += 1;
      }
    await sandbox.rest();
    tell.event('bytes-repeated', { times: sent });
    const paid = await sandbox.listPaid('USDT', address);
    tell.check('chain-refuses', paid.join() === `${AMOUNT}.000000`, paid.join() || '–');
  },
};
