import { appendFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checkStart, SigningGate } from '@glasspool/pool/outgoing';
import { z } from 'zod';
import { createSignedLog } from '../../adapters/signed-log.ts';
import type { Experiment } from '../experiment.ts';

const AMOUNT = '20';
const Line = z.looseObject({ address: z.string().optional() });

/** The power fails while the line of a payment is written to signed.log: half of it is on disk. */
export const powerCut: Experiment = {
  run: async (sandbox, tell) => {
    const { alice, folder, deps } = sandbox;
    const file = join(folder, 'signed.log');
    const address = await sandbox.withdraw(alice, 'USDT', AMOUNT);
    tell.event('withdrawal-asked', { person: 'Alice', amount: AMOUNT, currency: 'USDT' });
    sandbox.deps = {
      ...deps,
      signedLog: {
        ...deps.signedLog,
        append: async (entry) => {
          const line = JSON.stringify(entry);
          await appendFile(file, line.slice(0, Math.floor(line.length / 2)));
          throw new Error('The power is gone.');
        },
      },
    };
    const failures = await sandbox.work();
    tell.event('power-cut', { failures: failures.length });
    const text = await readFile(file, 'utf8').catch(() => '');
    tell.check('line-lost', text.length > 0 && !text.endsWith('\n'), `${text.length} B`);
    await sandbox.mine('BSC', 1);
    const paid = await sandbox.listPaid('USDT', address);
    tell.check('not-sent', paid.length === 0, paid.join() || '–');

    sandbox.deps = { ...deps, signedLog: createSignedLog(folder), signingGate: new SigningGate() };
    await checkStart(sandbox.deps);
    tell.event('started-again');
    await sandbox.rest();
    const after = await sandbox.listPaid('USDT', address);
    tell.check('paid-afterwards', after.join() === `${AMOUNT}.000000`, after.join() || '–');
    // A log that no longer says what was sent would make the pool forget it after a restore.
    const lines = z.array(Line).parse(await createSignedLog(folder).readEntries());
    const named = lines.filter((line) => line.address === address);
    tell.check('logged', named.length === 1, `${named.length}`);
  },
};
