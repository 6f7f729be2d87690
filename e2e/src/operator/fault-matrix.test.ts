// Goal: whatever goes away, refuses, hangs, lies or comes back, while the program is idle or under load: the process lives, its health
// tells the truth, the operator is told, it recovers by itself, and each withdrawal is paid exactly once. Method: the real programs with a
// real PostgreSQL, mail server and nodes; the table that is printed has one line per fault and moment. FAULT_MATRIX=whole runs all rows.
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../rest-client.ts';
import { FAULT_ROWS, type FaultRow, SHORT_ROWS } from './fault-rows.ts';
import { OperatedPool } from './operated-pool.ts';

const IS_WHOLE = process.env['FAULT_MATRIX'] === 'whole';
const ROWS = IS_WHOLE ? FAULT_ROWS : SHORT_ROWS;
const MOMENTS = IS_WHOLE ? (['idle', 'under load'] as const) : (['under load'] as const);
const READS_AT_ONCE = 4;
/** Time for which a slow dependency is tolerated: long enough for two looks at it. */
const UNSHOWN_MS = 15_000;

interface Line {
  readonly dependency: string;
  readonly fault: string;
  readonly moment: string;
  readonly shown: string;
  readonly shownAfterS: number;
  readonly recoveredAfterS: number;
  readonly answers: string;
}

let pool: OperatedPool;

beforeAll(async () => {
  const head = [
    'dependency',
    'fault',
    'moment',
    'shown',
    'after (s)',
    'recovered after (s)',
    'answers meanwhile',
  ];
  printRow(head);
  printRow(head.map(() => '---'));
  pool = await OperatedPool.start();
  await pool.prepare();
  await eventually(async () => (await pool.readiness()).dependencies['mail']?.state === 'ok');
});
afterAll(async () => {
  await pool?.[Symbol.asyncDispose]();
});

function printRow(cells: readonly unknown[]): void {
  process.stdout.write(`| ${cells.join(' | ')} |\n`);
}

/** Pages that are asked for at all times; counts the answers by status. */
function startLoad(): { stop(): Promise<Map<string, number>> } {
  const counts = new Map<string, number>();
  const end = new AbortController();
  const read = async (): Promise<void> => {
    while (!end.signal.aborted) {
      const status = await pool.client.get('/get-bsc-wallet').then(
        ({ status: one }) => String(one),
        () => 'none',
      );
      counts.set(status, (counts.get(status) ?? 0) + 1);
      await setTimeout(50);
    }
  };
  const readers = Promise.all(Array.from({ length: READS_AT_ONCE }, read));
  return {
    stop: async () => {
      end.abort();
      await readers;
      return counts;
    },
  };
}

/** Waits until each dependency of a row is in a state that the row allows, and returns the states. */
async function waitUntilShown({ shown }: FaultRow): Promise<string> {
  return eventually(async () => {
    const { dependencies } = await pool.readiness();
    const states = Object.entries(shown).map(([name, reasons]) => {
      const reason = dependencies[name]?.reason ?? '';
      return reasons.includes(reason) ? `${name}: ${dependencies[name]?.state} (${reason})` : undefined;
    });
    return !states.includes(undefined) && states.join(', ');
  });
}

async function assertTold({ shown, hasNotice, isReady }: FaultRow): Promise<void> {
  expect((await pool.readiness()).status).toBe(isReady);
  const metrics = await pool.metrics();
  for (const name of Object.keys(shown)) {
    expect(metrics).toMatch(new RegExp(`dependency_state\\{dependency="${name}",state="(degraded|refused)"`));
    expect(pool.server.output).toContain(`"dependency":"${name}"`);
  }
  if (hasNotice)
    await eventually(async () => {
      const notices = await pool.openNotices();
      return Object.keys(shown).every((name) => notices.includes(name));
    });
}

async function isAllWell(): Promise<boolean> {
  const { status, dependencies } = await pool.readiness();
  return status && Object.values(dependencies).every(({ state }) => state === 'ok');
}

async function run(row: FaultRow, moment: string): Promise<void> {
  const load = moment === 'idle' ? undefined : startLoad();
  // One payout is on its way when the fault comes, and one is asked for while it lasts.
  if (load !== undefined) await pool.withdraw();
  const injectedAt = performance.now();
  await row.inject(pool);
  let shown = 'nothing: it is borne with';
  if (Object.keys(row.shown).length > 0) shown = await waitUntilShown(row);
  else await setTimeout(UNSHOWN_MS);
  const shownAt = performance.now();
  const asked = row.dependency === 'PostgreSQL' ? undefined : pool.withdraw();
  await assertTold(row);
  await row.heal(pool);
  const healedAt = performance.now();
  await eventually(isAllWell);
  const recoveredAt = performance.now();
  await asked;
  await pool.withdraw();
  const counts = await load?.stop();
  expect(pool.server.isRunning).toBe(true);
  await eventually(async () => (await pool.countPaid()) === pool.withdrawals);
  await eventually(async () => (await pool.openNotices()).length === 0);
  const line: Line = {
    dependency: row.dependency,
    fault: row.fault,
    moment,
    shown,
    shownAfterS: Math.round((shownAt - injectedAt) / 1_000),
    recoveredAfterS: Math.round((recoveredAt - healedAt) / 1_000),
    answers: [...(counts ?? [])].map(([status, count]) => `${count} × ${status}`).join(', '),
  };
  // A fault of ours is never the answer to one of a dependency.
  expect(counts?.get('500')).toBeUndefined();
  expect(counts?.get('none')).toBeUndefined();
  printRow(Object.values(line));
}

describe.each(ROWS)('$dependency: $fault', (row) => {
  it.each(MOMENTS)(
    'is lived through, told and recovered from, %s, and nothing is paid twice',
    async (moment) => {
      await run(row, moment);
    },
  );
});

it('leaves books that come to what the chains hold, to the last unit', async () => {
  await pool.depositTrx();
  // A fee is booked when its transaction is final.
  await eventually(async () => !(await pool.metrics()).includes('glasspool_withdrawals_under_way{'));
  expect(await pool.countPaid()).toBe(pool.withdrawals);
  await pool.server.stop();
  const { code, output } = await pool.server.verifyBooks();
  expect(output).toContain('books: right');
  expect(output.match(/unexplained \S+ units/g)).toEqual(Array(3).fill('unexplained 0 units'));
  expect(code).toBe(0);
});
