// A process of the sandbox that kills itself before the write of a number: what the experiment kill-anywhere runs again and again. It asks
// for a withdrawal and does one round of the workers. Every write of the database, every line of a file and every call that hands
// something to a chain counts.
import { join } from 'node:path';
import { BscChain } from '@glasspool/chains/bsc';
import { deriveKeys } from '@glasspool/chains/keys';
import { TronChain } from '@glasspool/chains/tron';
import { parseAmount, type UserId } from '@glasspool/core';
import { ManualClock } from '@glasspool/core/testing';
import { Database } from '@glasspool/db';
import { checkStart } from '@glasspool/pool/outgoing';
import { TestPool } from '@glasspool/pool/testing';
import { requestWithdrawal } from '@glasspool/pool/withdrawals';
import { NETWORK_STEPS } from '@glasspool/server/operations';
import type { KyselyPlugin, RootOperationNode } from 'kysely';
import { z } from 'zod';
import { createSignedLog } from '../../adapters/signed-log.ts';

export const VictimTask = z.object({
  folder: z.string(),
  bscUrl: z.string(),
  tronUrl: z.string(),
  usdtContract: z.string(),
  /** Words of the sandbox's keys, made for this one run. */
  words: z.string(),
  now: z.number(),
  finalityBlocks: z.number(),
  userId: z.string(),
  address: z.string(),
  amount: z.string(),
  idempotencyKey: z.string(),
  /** The process is killed before this write; 0 for never. */
  killBefore: z.number(),
});
export type VictimTask = z.infer<typeof VictimTask>;

/** Words that end the program's output: it was not killed. */
export const LIVED = 'lived';

const WRITES: ReadonlySet<string> = new Set(['InsertQueryNode', 'UpdateQueryNode', 'DeleteQueryNode']);

/** Counts writes, and ends the process before the one that is named. */
class Killer implements KyselyPlugin {
  readonly #killBefore: number;
  #writes = 0;

  constructor(killBefore: number) {
    this.#killBefore = killBefore;
  }

  get writes(): number {
    return this.#writes;
  }

  point(): void {
    this.#writes += 1;
    if (this.#writes === this.#killBefore) process.kill(process.pid, 'SIGKILL');
  }

  transformQuery({ node }: { node: RootOperationNode }): RootOperationNode {
    if (WRITES.has(node.kind)) this.point();
    return node;
  }

  async transformResult<Result>({ result }: { result: Result }): Promise<Result> {
    return result;
  }
}

async function live(task: VictimTask): Promise<number> {
  const killer = new Killer(task.killBefore);
  await using db = new Database(() => `sqlite:${join(task.folder, 'pool.db')}`, { plugins: [killer] });
  const keys = deriveKeys(task.words);
  using bsc = new BscChain({
    network: 'local',
    rpcUrl: task.bscUrl,
    usdtContract: task.usdtContract,
    finality: { kind: 'depth', blocks: task.finalityBlocks },
    feePerGas: { minWei: 0n, maxWei: 10n ** 12n },
    blockAgeMaxMs: null,
    keys: keys.BSC,
  });
  const tron = new TronChain({ network: 'local', rpcUrl: task.tronUrl, keys: keys.TRON });
  const send = bsc.broadcast.bind(bsc);
  bsc.broadcast = async (raw) => {
    killer.point();
    const hash = await send(raw);
    killer.point();
    return hash;
  };
  const pool = new TestPool(db, {}, { BSC: bsc, TRON: tron }, new ManualClock(task.now));
  const log = createSignedLog(task.folder);
  const append: typeof log.append = async (entry) => {
    killer.point();
    await log.append(entry);
    killer.point();
  };
  const deps = { ...pool.deps, signedLog: { ...log, append } };
  await checkStart(deps);
  await requestWithdrawal(deps, {
    // The parent's own id of a user that it made.
    userId: task.userId as UserId,
    currency: 'USDT',
    address: task.address,
    amountMicro: parseAmount(task.amount),
    idempotencyKey: task.idempotencyKey,
  });
  for (const step of Object.values(NETWORK_STEPS)) await step(deps, 'BSC');
  return killer.writes;
}

if (process.argv[1] === import.meta.filename) {
  const writes = await live(VictimTask.parse(JSON.parse(process.argv[2] ?? '')));
  process.stdout.write(`${LIVED} ${writes}\n`);
}
