// The check after all faults: every acknowledged write is there, none of the others happened twice, chain and books agree, and
// outsiders who check the pool find it right.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { formatAmount } from '@glasspool/core';
import { JsonRpcProvider, id as topicOf, zeroPadValue } from 'ethers';
import { eventually, RestClient } from '../../src/rest-client.ts';
import { createTypedClient } from '../../src/typed-client.ts';
import type { PoolProcesses } from '../pool-processes.ts';
import type { Client } from './client.ts';
import { OUTSIDE, toMicro, type Workload } from './workload.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
/** States of a withdrawal, as lists name them, in which nothing is under way. */
const FINAL: readonly string[] = ['success', 'rejected', 'cancelled', 'failed'];
const MICRO_UNITS = 10n ** 12n;

export interface Verdict {
  /** Acknowledged writes that are not there. */
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

/** Checks a cluster that nothing is done to any more, and whose payouts have been made. */
export async function check(parts: Parts): Promise<Verdict> {
  const lost: string[] = [];
  const doubled: string[] = [];
  const wrong: string[] = [];
  await checkBank(parts, { lost, doubled });
  await checkPayouts(parts, { lost, doubled });
  for (const { user, sum } of parts.workload.wrongSums) wrong.push(`${user} was shown a sum of ${sum}.`);
  wrong.push(...(await checkFromOutside(parts)));
  return { lost, doubled, wrong };
}

/** Compares what each user of the bank has moved with what was acknowledged. */
async function checkBank({ workload }: Parts, found: { lost: string[]; doubled: string[] }): Promise<void> {
  for (const { client, email, movedMicro } of workload.bank) {
    const { body } = await mustGet(client, '/get-bsc-wallet');
    const difference = toMicro(body.data.withdrawableBalance) - movedMicro;
    const text = `${email}: ${formatAmount(movedMicro)} were acknowledged, ${body.data.withdrawableBalance} have moved.`;
    if (difference < 0n) found.lost.push(text);
    if (difference > 0n) found.doubled.push(text);
  }
}

/** Waits until every payout is final, and compares what was asked for with what the chain has paid, one by one. */
async function checkPayouts(
  { workload, chains }: Parts,
  found: { lost: string[]; doubled: string[] },
): Promise<void> {
  const asked = workload.payees.flatMap((payee) => payee.asked.map((one) => ({ ...one, payee })));
  await eventually(async () => {
    for (const { client } of workload.payees) {
      const outcome = await client.get('/transactions/user-transactions', {
        type: 'withdrawal',
        limit: '100',
      });
      if (outcome.kind !== 'done') return false;
      const open = outcome.body.data.filter(({ status }: { status: string }) => !FINAL.includes(status));
      if (open.length > 0) return false;
    }
    return true;
  });
  const paid = await readPaid(chains);
  for (const { user, amount, answer, id, payee } of asked) {
    const times = paid.get(amount) ?? 0;
    if (answer === 'done' && times === 0)
      found.lost.push(
        `${user}: ${amount} was acknowledged and not paid. It is ${await describeWithdrawal(payee.client, id)}.`,
      );
    if (answer === 'refused' && times > 0) found.doubled.push(`${user}: ${amount} was refused and paid.`);
    if (times > asked.filter((one) => one.amount === amount && one.answer === 'done').length)
      found.doubled.push(`${user}: ${amount} was paid ${times} times.`);
    paid.delete(amount);
  }
  for (const [amount, times] of paid)
    found.doubled.push(`${amount} was paid ${times} times, and no one asked for it.`);
}

/** The state of a withdrawal as its user sees it. */
async function describeWithdrawal(client: Pick<Client, 'get'>, id: string | undefined): Promise<string> {
  const { body } = await mustGet(client, `/withdrawals/${id}`);
  const { state, waitingFor, reason, states } = body.data;
  return JSON.stringify({ id, state, waitingFor, reason, states });
}

/** Amounts that the outside address received, and how often. */
async function readPaid({ bscUrl, usdtContract }: Parts['chains']): Promise<Map<string, number>> {
  const provider = new JsonRpcProvider(bscUrl, undefined, { cacheTimeout: -1 });
  try {
    const topics = [topicOf('Transfer(address,address,uint256)'), null, zeroPadValue(OUTSIDE, 32)];
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

/** The pool's own check of its books against both chains, and both verifiers against a snapshot that is taken now, with nodes of their own. */
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
    if (code !== 0) wrong.push(`${args[0]}: ${output}`);
  }
  return wrong;
}

/** Has an admin take a snapshot, and waits until it is anchored. */
async function takeSnapshot({ url, adminPassword }: PoolProcesses): Promise<void> {
  const rest = new RestClient(() => url);
  const login = await rest.post('/auth/login', { email: 'admin@glasspool.test', password: adminPassword });
  const { number } = await createTypedClient(url, login.body.token).transparency.requestSnapshot.mutate({});
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

async function mustGet(client: Pick<Client, 'get'>, path: string) {
  return eventually(async () => {
    const outcome = await client.get(path);
    return outcome.kind === 'done' && outcome;
  });
}
