// The sweep of `npm run bench -- day`: deposits on the local chain to many addresses, then a sweep of all of them.
import { join } from 'node:path';
import { RestClient } from '@glasspool/e2e/rest-client';
import type { RunningServer } from '@glasspool/e2e/running-server';
import Sqlite from 'better-sqlite3';
import { ADDRESSES_TO_SWEEP, type LargePool, untilTrue } from './day-pool.ts';

const DEPOSIT_USDT = '50';

/** Sends each address a deposit and waits until the pool has seen all of them. */
export async function depositToAll({ server, addresses }: LargePool, client: RestClient): Promise<void> {
  // One after the other: they all come from one account outside.
  for (const address of addresses) {
    const { status } = await client.post('/dev/faucet', { address, currency: 'USDT', amount: DEPOSIT_USDT });
    if (status !== 200) throw new Error(`The faucet answered with ${status}.`);
  }
  await untilTrue(async () => {
    const withDeposits = count(
      server,
      `select count(*) from wallet where network = 'BSC' and derivation_index between 1 and ${ADDRESSES_TO_SWEEP} and last_deposit_height > 0`,
    );
    return withDeposits >= addresses.length;
  });
}

/** Starts the sweep as the admin whose password the server printed. Returns the number of its addresses. */
export async function startSweep(server: RunningServer): Promise<number> {
  const admin = new RestClient(() => server.url);
  const password = /password:?\s+(\S+)/.exec(server.output)?.[1];
  const { body } = await admin.post('/auth/login', { email: 'admin@glasspool.test', password });
  admin.token = body.token;
  const answer = await admin.post('/mass-withdrawal');
  if (answer.status !== 200)
    throw new Error(
      `The sweep was refused (${answer.body.message}); payouts are halted because: ${readHalt(server)}`,
    );
  return answer.body.data.addresses;
}

/** Addresses of the sweep whose money has arrived. */
export function countSwept(server: RunningServer): number {
  return count(server, "select count(*) from sweep_item where state = 'swept'");
}

function readHalt(server: RunningServer): string {
  return String(ask(server, "select value from setting where name = 'payouts.frozen'") ?? 'they are not');
}

function count(server: RunningServer, statement: string): number {
  return Number(ask(server, statement));
}

function ask(server: RunningServer, statement: string): unknown {
  const db = new Sqlite(join(server.dataDir, 'glasspool.db'), { readonly: true });
  const found = db.prepare(statement).pluck().get();
  db.close();
  return found;
}
