// The sweep of `npm run bench:day`: deposits on the local chain to many addresses, then a sweep of all of them.
import { join } from 'node:path';
import { RestClient } from '@glasspool/e2e/rest-client';
import type { RunningServer } from '@glasspool/e2e/running-server';
import Sqlite from 'better-sqlite3';
import { ADDRESSES_TO_SWEEP, type LargePool, machineTimeMs, untilTrue } from './day-pool.ts';

const DEPOSIT_USDT = '50';

/** Sends each address a deposit and waits until all are credited. */
export async function depositToAll({ server, addresses }: LargePool, client: RestClient): Promise<void> {
  const startedAt = machineTimeMs();
  // One after the other: they all come from one account outside.
  for (const address of addresses) {
    const { status } = await client.post('/dev/faucet', { address, currency: 'USDT', amount: DEPOSIT_USDT });
    if (status !== 200) throw new Error(`The faucet answered with ${status}.`);
  }
  await untilTrue(async () => {
    const credited = count(
      server,
      `select count(*) from deposit d join wallet w on w.address = d.address
       where w.network = 'BSC' and w.derivation_index between 1 and ${ADDRESSES_TO_SWEEP} and d.state = 'credited' and d.created_at >= ${startedAt}`,
    );
    return credited >= addresses.length;
  });
}

/** Starts the sweep as the admin whose password the server printed. Returns the number of its addresses. */
export async function startSweep(server: RunningServer): Promise<number> {
  const admin = new RestClient(() => server.url);
  const password = /password:?\s+(\S+)/.exec(server.output)?.[1];
  const { body } = await admin.post('/auth/login', { email: 'admin@glasspool.test', password });
  admin.token = body.token;
  const answer = await admin.post('/mass-withdrawal');
  if (answer.status !== 200) throw new Error(`The sweep was refused: ${JSON.stringify(answer.body)}`);
  return answer.body.data.addresses;
}

/** Addresses of the sweep whose money has arrived. */
export function countSwept(server: RunningServer): number {
  return count(server, "select count(*) from sweep_item where state = 'swept'");
}

function count(server: RunningServer, statement: string): number {
  const db = new Sqlite(join(server.dataDir, 'glasspool.db'), { readonly: true });
  const found = db.prepare(statement).pluck().get();
  db.close();
  return Number(found);
}
