import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { parseAmount } from '@glasspool/core';
import { requestWithdrawal } from '@glasspool/pool/withdrawals';
import type { Experiment } from '../experiment.ts';
import { FINALITY_BLOCKS, type Sandbox } from '../sandbox.ts';
import { LIVED, type VictimTask } from './victim.ts';

const AMOUNT = '5';
const KILLS_MAX = 60;

/** A process asks for a withdrawal and pays it, and is killed before its first write; the next one before its second; and so on. */
export const killAnywhere: Experiment = {
  run: async (sandbox, tell) => {
    const asked: Asked[] = [];
    let killed = 0;
    let output = '';
    for (let killBefore = 1; killBefore <= KILLS_MAX && output === ''; killBefore += 1) {
      const one = { idempotencyKey: `kill-${killBefore}`, address: sandbox.newAddress('USDT') };
      asked.push(one);
      output = await runVictim(sandbox, one, killBefore);
      if (output === '') {
        killed += 1;
        tell.event('killed-before', { write: killBefore });
      }
      // Another process goes on with what is left.
      await sandbox.mine('BSC', 1);
      await sandbox.work();
    }
    tell.check('killed', killed > 0 && output.startsWith(LIVED), `${killed}; ${output.trim()}`);
    // Clients that got no answer ask again, with the same key.
    for (const one of asked) await askAgain(sandbox, one);
    tell.event('asked-again', { requests: asked.length });
    await sandbox.rest();
    const paid = await Promise.all(asked.map(({ address }) => sandbox.listPaid('USDT', address)));
    const paidOnce = paid.filter((amounts) => amounts.join() === `${AMOUNT}.000000`).length;
    tell.check('finished', paidOnce === asked.length, `${paidOnce} / ${asked.length}`);
  },
};

type Asked = Pick<VictimTask, 'idempotencyKey' | 'address'>;

async function askAgain({ deps, alice }: Sandbox, asked: Asked): Promise<void> {
  const amountMicro = parseAmount(AMOUNT);
  await requestWithdrawal(deps, { userId: alice, currency: 'USDT', amountMicro, ...asked });
}

/** Runs the process. Returns what it printed: nothing where it was killed. */
async function runVictim(sandbox: Sandbox, asked: Asked, killBefore: number): Promise<string> {
  const { folder, chains, words, alice, clock } = sandbox;
  const task: VictimTask = {
    ...asked,
    folder,
    bscUrl: chains.bscUrl,
    tronUrl: chains.tronUrl,
    usdtContract: chains.usdtContract,
    words,
    now: clock.now(),
    finalityBlocks: FINALITY_BLOCKS,
    userId: alice,
    amount: AMOUNT,
    killBefore,
  };
  const child = spawn(process.execPath, [join(import.meta.dirname, 'victim.ts'), JSON.stringify(task)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  if (child.signalCode !== 'SIGKILL' && child.exitCode !== 0) throw new Error(errors);
  return output;
}
