// The check after all faults. Every acknowledged write is there, no other write happened, none happened twice, chain and books agree, and
// outsiders who verify the pool find it right.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { formatAmount, parseAmount } from '@glasspool/core';
import { JsonRpcProvider, id as topicOf, zeroPadValue } from 'ethers';
import { eventually, RestClient } from '../../src/rest-client.ts';
import { createTypedClient } from '../../src/typed-client.ts';
import type { PoolProcesses } from '../pool-processes.ts';
import type { Client } from './client.ts';
import { type AskedPayout, comparePayouts } from './compare-payouts.ts';
import { INVESTED_MICRO, OUTSIDE, PAYEE_MICRO, type Workload } from './workload.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const PAID_WITHIN_MS = 120_000;
const ASK_EVERY_MS = 500;
const SNAPSHOT_TRIES_MAX = 20;
const SNAPSHOT_RETRY_MS = 5_000;
/** Daily target rate of the first terms, in percent. Their reserve is never short here. */
const DAILY_PERCENT = 2n;
const MICRO_UNITS = 10n ** 12n;

export interface Verdict {
  /** Acknowledged writes that are missing. */
  readonly lost: readonly string[];
  /** Writes that happened although they were refused, or more than once. */
  readonly doubled: readonly string[];
  /** Anything else that is wrong. */
  readonly wrong: readonly string[];
}

interface Parts {
  readonly workload: Workload;
  readonly pool: PoolProcesses;
  readonly chains: Awaited<ReturnType<PoolProcesses['readChains']>>;
}

/** Checks a cluster after the last fault. All payouts must have been made. */
export async function check(parts: Parts): Promise<Verdict> {
  const lost: string[] = [];
  const doubled: string[] = [];
  const wrong: string[] = [];
  await checkBank(parts, { lost, doubled });
  await checkPayouts(parts, { lost, doubled });
  wrong.push(...(await checkPayees(parts)));
  for (const { user, sum } of parts.workload.wrongSums) wrong.push(`${user} was shown a sum of ${sum}.`);
  wrong.push(...(await checkFromOutside(parts)));
  return { lost, doubled, wrong };
}

/** Compares the moves of each user of the bank with the acknowledged ones. */
async function checkBank({ workload }: Parts, found: { lost: string[]; doubled: string[] }): Promise<void> {
  for (const { client, email, movedMicro } of workload.bank) {
    const { body } = await mustGet(client, '/get-bsc-wallet');
    const difference = parseAmount(body.data.withdrawableBalance) - movedMicro;
    const text = `${email}: ${formatAmount(movedMicro)} were acknowledged, ${body.data.withdrawableBalance} have moved.`;
    if (difference < 0n) found.lost.push(text);
    if (difference > 0n) found.doubled.push(text);
  }
}

/** Compares requested payouts with the payments on chain, once nothing is under way. */
async function checkPayouts(parts: Parts, found: { lost: string[]; doubled: string[] }): Promise<void> {
  const asked = parts.workload.payees.flatMap((payee) => payee.asked.map((one) => ({ ...one, payee })));
  const { lost, doubled } = comparePayouts(asked, await waitForPayouts(parts, asked));
  for (const { asked: those, text } of lost) {
    const states = those.map(({ payee, id }) => describeWithdrawal(payee.client, id));
    found.lost.push(`${text} ${(await Promise.all(states)).join(' ')}`);
  }
  found.doubled.push(...doubled);
}

/**
 * Waits for a while until each amount is on the chain. An admin approves withdrawals that wait for review: after faults, the signer may
 * refuse a withdrawal that it signed under another nonce before, and docs/withdrawals.md lets an admin decide it.
 */
async function waitForPayouts(
  { chains, pool }: Parts,
  asked: readonly AskedPayout[],
): Promise<Map<string, number>> {
  const admin = await logInAdmin(pool);
  const endsAtMs = performance.now() + PAID_WITHIN_MS;
  for (;;) {
    const paid = await readReceived(chains, OUTSIDE);
    const isDone = comparePayouts(asked, paid).lost.length === 0;
    if (isDone || performance.now() > endsAtMs) return paid;
    const { body } = await admin.get('/reviews');
    for (const { id } of body.data) await admin.post('/reviews/decide', { id, decision: 'approve' });
    await setTimeout(ASK_EVERY_MS);
  }
}

/** Compares each payee's balances with the expected ones: deposits on the chain, a reward for each run of the reserve, less withdrawals. */
async function checkPayees({ workload, chains }: Parts): Promise<string[]> {
  const wrong: string[] = [];
  for (const { client, email, address, asked } of workload.payees) {
    const received = await readReceived(chains, address);
    let depositedMicro = 0n;
    for (const [amount, times] of received) depositedMicro += parseAmount(amount) * BigInt(times);
    const { body: investments } = await mustGet(client, '/investments/user');
    const [{ rewardsPaid }] = investments.investments;
    const runs = await countRuns(client);
    const rewardMicro = (INVESTED_MICRO * DAILY_PERCENT * BigInt(runs)) / 100n;
    const withdrawnMicro = asked
      .filter(({ answer }) => answer === 'done')
      .reduce((sum, { amount }) => sum + parseAmount(amount), 0n);
    const expected = {
      rewards: formatAmount(rewardMicro),
      wallet: formatAmount(depositedMicro - PAYEE_MICRO),
      withdrawable: formatAmount(PAYEE_MICRO - INVESTED_MICRO - withdrawnMicro + rewardMicro),
    };
    // The last deposits are credited when they are final.
    const isRight = await settles(async () => {
      const { body } = await mustGet(client, '/get-bsc-wallet');
      const wallet = body.data.wallets.find((one: { currency: string }) => one.currency === 'USDT');
      const found = {
        rewards: rewardsPaid,
        wallet: wallet.balance,
        withdrawable: body.data.withdrawableBalance,
      };
      return isDeepStrictEqual(found, expected) ? undefined : JSON.stringify({ found, expected });
    });
    if (isRight !== undefined) wrong.push(`${email}: ${isRight}`);
  }
  return wrong;
}

/** Number of closed reward runs of USDT. */
async function countRuns(client: Pick<Client, 'get'>): Promise<number> {
  const { body } = await mustGet(client, '/transparency/payouts', { limit: '100' });
  return body.data.filter(
    (run: { currency: string; state: string }) => run.currency === 'USDT' && run.state === 'closed',
  ).length;
}

/** Repeats a check for a while, until it finds nothing wrong. Returns the last finding. */
async function settles(ask: () => Promise<string | undefined>): Promise<string | undefined> {
  const endsAtMs = performance.now() + PAID_WITHIN_MS;
  for (;;) {
    const trouble = await ask();
    if (trouble === undefined || performance.now() > endsAtMs) return trouble;
    await setTimeout(ASK_EVERY_MS);
  }
}

/** Describes the state of a withdrawal as its user sees it. */
async function describeWithdrawal(client: Pick<Client, 'get'>, id: string | undefined): Promise<string> {
  const { body } = await mustGet(client, `/withdrawals/${id}`);
  const { state, waitingFor, reason, states } = body.data;
  return JSON.stringify({ id, state, waitingFor, reason, states });
}

/** Amounts that an address received, with the number of times. */
async function readReceived(
  { bscUrl, usdtContract }: Parts['chains'],
  address: string,
): Promise<Map<string, number>> {
  const provider = new JsonRpcProvider(bscUrl, undefined, { cacheTimeout: -1 });
  try {
    const topics = [topicOf('Transfer(address,address,uint256)'), null, zeroPadValue(address, 32)];
    const logs = await provider.getLogs({ address: usdtContract, topics, fromBlock: 0, toBlock: 'latest' });
    const paid = new Map<string, number>();
    for (const { data } of logs) {
      const amount = formatAmount(BigInt(data) / MICRO_UNITS);
      paid.set(amount, (paid.get(amount) ?? 0) + 1);
    }
    return paid;
  } finally {
    provider.destroy();
  }
}

/** Runs the pool's own check of its books against both chains, and both verifiers, with the nodes of the chains, on a new snapshot. */
async function checkFromOutside({ pool, chains }: Parts): Promise<string[]> {
  const wrong: string[] = [];
  const books = await run(process.execPath, ['apps/server/src/commands/verify-books.ts'], pool.environment);
  if (books.code !== 0) wrong.push(`verify-books: ${books.output}`);
  await takeSnapshot(pool);
  const nodes = ['--bsc-rpc', chains.bscUrl, '--tron-rpc', chains.tronUrl, '--usdt', chains.usdtContract];
  const verifiers = [
    [process.execPath, 'packages/verify/src/main.ts', pool.url, ...nodes],
    ['python3', 'packages/verify/python/glasspool_verify.py', pool.url, ...nodes],
  ];
  for (const [program = '', ...args] of verifiers) {
    const { code, output } = await run(program, args, process.env);
    // The pool's clock may be days ahead of this machine's: then only the age of the snapshot cannot be checked.
    const isChecked = code === 0 || (code === 2 && onlyAgeIsOpen(output));
    if (!isChecked) wrong.push(`${args[0]}: ${output}`);
  }
  return wrong;
}

function onlyAgeIsOpen(output: string): boolean {
  const open = output.split('\n').filter((line) => line.startsWith('not checked'));
  return open.length === 1 && open[0]?.includes('is in the future') === true;
}

async function logInAdmin({ url, adminPassword }: PoolProcesses): Promise<RestClient> {
  const rest = new RestClient(() => url);
  const login = await rest.post('/auth/login', { email: 'admin@glasspool.test', password: adminPassword });
  rest.token = login.body.token;
  return rest;
}

/** Lets an admin take a snapshot, and waits until it is anchored. */
async function takeSnapshot(pool: PoolProcesses): Promise<void> {
  const rest = await logInAdmin(pool);
  const client = createTypedClient(pool.url, rest.token ?? '');
  // The pool takes its own snapshots too, and refuses a second one within a minute.
  let number: number | undefined;
  for (let attempt = 0; number === undefined; attempt += 1)
    number = await client.transparency.requestSnapshot.mutate({}).then(
      (taken) => taken.number,
      async (error) => {
        if (attempt === SNAPSHOT_TRIES_MAX) throw error;
        await setTimeout(SNAPSHOT_RETRY_MS);
        return undefined;
      },
    );
  await eventually(async () => {
    const { body } = await rest.get('/transparency/snapshots');
    const taken = body.data.find((one: { number: number }) => one.number === number);
    return taken !== undefined && taken.anchorTxHash !== null;
  });
}

async function run(
  program: string,
  args: readonly string[],
  env: Readonly<NodeJS.ProcessEnv>,
): Promise<{ code: number | null; output: string }> {
  const child = spawn(program, args, { cwd: ROOT, env });
  let output = '';
  child.stdout.on('data', (chunk) => (output += String(chunk)));
  child.stderr.on('data', (chunk) => (output += String(chunk)));
  await once(child, 'close');
  return { code: child.exitCode, output };
}

async function mustGet(client: Pick<Client, 'get'>, path: string, query: Record<string, string> = {}) {
  return eventually(async () => {
    const outcome = await client.get(path, query);
    return outcome.kind === 'done' && outcome;
  });
}
