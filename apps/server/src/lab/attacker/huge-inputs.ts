import type { PoolErrorCode } from '@glasspool/core';
import type { Experiment } from '../experiment.ts';
import type { Sandbox } from '../sandbox.ts';
import { type Answered, countAnswers, isRefused, openServer } from './open-server.ts';

const LONG = 50_000;
const HUGE = 5_000_000;

/** Refusals of an input as such: any other would show nothing of it. */
const INPUT_REFUSALS: readonly PoolErrorCode[] = [
  'INVALID_INPUT',
  'INVALID_JSON',
  'BODY_TOO_LARGE',
  'ADDRESS_INVALID',
];

/** Bodies of a withdrawal that are too large, too deep, or no amounts at all. */
const BODIES: readonly unknown[] = [
  { amount: '9'.repeat(LONG) },
  { amount: 'x'.repeat(HUGE) },
  { amount: '1e9' },
  { amount: '-1' },
  { amount: 'NaN' },
  { amount: '0.0000001' },
  { amount: '١٢' },
  { amount: 12 },
  { amount: null },
  { amount: { amount: '1' } },
  { address: '0x'.padEnd(LONG, '0') },
  { address: "' or 1=1 --" },
  { address: 'a\u0000b' },
  { currency: '__proto__' },
  { ['__proto__']: { isAdmin: true } },
  Object.fromEntries(Array.from({ length: 4_000 }, (_, index) => [`field${index}`, index])),
  `{"amount":${'['.repeat(LONG)}`,
  `{"amount":${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}}`,
  `{"amount":"${'\\u0041'.repeat(10_000)}"}`,
  '[[[',
];

/** Everything that an attacker can think of is sent to the withdrawal, while someone else uses the pool. */
export const hugeInputs: Experiment = {
  run: async (sandbox, tell) => {
    await using server = await openServer(sandbox);
    const token = await server.getToken('alice');
    const before = await countRows(sandbox);
    const address = sandbox.newAddress('USDT');
    const wanted = { address, amount: '20', currency: 'USDT' };
    const others: Answered[] = [];
    const answers: Answered[] = [];
    for (const body of BODIES) {
      const sent = typeof body === 'string' ? body : { ...wanted, ...Object(body) };
      const [answer, other] = await Promise.all([
        server.post({ path: '/api/withdraw', token, body: sent }),
        server.get('/api/transparency'),
      ]);
      answers.push(answer);
      others.push(other);
    }
    tell.event('bodies-sent', { requests: answers.length, largest: HUGE });
    const refused = answers.filter((one) => isRefused(one, INPUT_REFUSALS));
    tell.check('all-refused', refused.length === answers.length, countAnswers(answers));
    tell.check(
      'others-served',
      others.every(({ status }) => status === 200),
      countAnswers(others),
    );
    const after = await countRows(sandbox);
    tell.check('nothing-changed', after === before, `${before} → ${after}`);
  },
};

/** Rows of what a withdrawal would change. */
async function countRows({ deps }: Sandbox): Promise<string> {
  const counts = [];
  for (const table of ['withdrawal', 'transfer', 'posting', 'outgoingTransaction'] as const) {
    const { count } = await deps.db.read
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    counts.push(`${table} ${count}`);
  }
  return counts.join(', ');
}
