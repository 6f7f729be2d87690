// Goal: a disk that fills up stops what needs it, and nothing else: the program lives, says so before and while it is full, goes on by
// itself once there is room, and each withdrawal is paid exactly once. Method: the real programs, DATA_DIR on a disk that the test fills.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CAN_CHANGE_USER } from '../os-users.ts';
import { eventually } from '../rest-client.ts';
import { OperatedPool } from './operated-pool.ts';
import { SmallDisk } from './small-disk.ts';

const DISK_MIB = 600;
/** Below what the program asks for, and more than it needs for a while. */
const LOW_MIB = 100;

const CALLS = 200;
const CALLS_AT_ONCE = 20;

const POOLS = [
  // The database is on the same disk.
  { database: 'SQLite', isOnSqlite: true },
  ...(process.env['FAULT_MATRIX'] === 'whole' ? [{ database: 'PostgreSQL', isOnSqlite: false }] : []),
];

// A mount is root's.
describe.runIf(CAN_CHANGE_USER).each(POOLS)('a pool on $database whose disk fills up', ({ isOnSqlite }) => {
  let disk: SmallDisk;
  let pool: OperatedPool;

  beforeAll(async () => {
    disk = await SmallDisk.start(DISK_MIB);
    pool = await OperatedPool.start({ disk, isOnSqlite });
    await pool.prepare();
    await eventually(isAllWell);
  });
  afterAll(async () => {
    await pool?.[Symbol.asyncDispose]();
    await disk?.[Symbol.asyncDispose]();
  });

  async function isAllWell(): Promise<boolean> {
    const { status, dependencies } = await pool.readiness();
    return status && Object.values(dependencies).every(({ state }) => state === 'ok');
  }

  const isShown = (reason: string): Promise<boolean> =>
    eventually(async () => (await pool.readiness()).dependencies['disk']?.reason === reason);

  /** Reads and writes for a while; on SQLite until what it keeps of its log is full as well. Returns the statuses of the answers. */
  async function callMuch(): Promise<Set<number>> {
    const statuses = new Set<number>();
    let calls = 0;
    await eventually(async () => {
      const emails = Array.from({ length: CALLS_AT_ONCE }, () => `${crypto.randomUUID()}@example.org`);
      calls += CALLS_AT_ONCE;
      for (const { status } of await Promise.all([
        pool.client.get('/get-bsc-wallet'),
        ...emails.map((email) => pool.client.post('/auth/send-otp', { email })),
      ]))
        statuses.add(status);
      return isOnSqlite
        ? (await pool.readiness()).dependencies['database']?.reason === 'full'
        : calls >= CALLS;
    });
    return statuses;
  }

  async function expectPaid(): Promise<void> {
    await eventually(isAllWell);
    await eventually(async () => (await pool.countPaid()) === pool.withdrawals);
    expect(pool.server.isRunning).toBe(true);
  }

  it('says that room runs out while everything still works', async () => {
    disk.fill(LOW_MIB);
    await isShown('low-space');
    expect((await pool.readiness()).status).toBe(true);
    await eventually(async () => (await pool.openNotices()).includes('disk'));
    await pool.withdraw();
    await eventually(async () => (await pool.countPaid()) === pool.withdrawals);
    disk.free();
    await expectPaid();
  });

  it('signs and loses nothing while the disk is full, says so, and goes on by itself', async () => {
    await pool.withdraw();
    disk.fill(0);
    await isShown('full');
    const asked = pool.withdraw();
    const statuses = await callMuch();
    expect([...statuses].filter((status) => status >= 500 && status !== 503)).toEqual([]);
    expect(pool.server.output).toContain('"dependency":"disk"');
    expect(pool.server.output).toContain('disk is full');
    expect(pool.server.output).not.toContain('cannot rollback');
    disk.free();
    await asked;
    await expectPaid();
    await eventually(async () => (await pool.openNotices()).length === 0);
  });

  it('leaves books that come to what the chains hold', async () => {
    await eventually(async () => !(await pool.metrics()).includes('glasspool_withdrawals_under_way{'));
    await pool.server.stop();
    const { code, output } = await pool.server.verifyBooks();
    expect(output).toContain('books: right');
    expect(output.match(/unexplained \S+ units/g)).toEqual(Array(3).fill('unexplained 0 units'));
    expect(code).toBe(0);
  });
});
