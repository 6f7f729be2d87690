// Goal: a signer whose log lost its newest lines signs nothing, and says why. Method: the signer itself over real databases, with a log that
// is opened again as after a start, and the end of it that its own answer named.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMnemonic, deriveKeys } from '@glasspool/chains/keys';
import { micro } from '@glasspool/core/testing';
import type { Database } from '@glasspool/db';
import { describeEachDatabase } from '@glasspool/db/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { PaymentLog } from './payment-log.ts';
import type { Answer, Request } from './protocol.ts';
import { Signer } from './signer.ts';

const NOW = Date.UTC(2026, 4, 3, 12);
const CAP = { USDT: micro('1000'), TRX: micro('1000') };
const STATEMENT = {
  id: 2,
  kind: 'statement',
  network: 'BSC',
  index: 0,
  text: 'Glasspool: this address is held by the pool.\n',
} as const;
const keys = deriveKeys(createMnemonic());

let folder = '';
let path = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'glasspool-whole-log-'));
  path = join(folder, 'payments.log');
});
afterEach(() => rmSync(folder, { recursive: true }));

function openSigner(database: Database, payments: PaymentLog): (request: Request) => Promise<Answer> {
  const signer = new Signer({
    config: {
      network: 'local',
      usdtContract: '0x0000000000000000000000000000000000000001',
      dailyCapMicro: { user: CAP, operator: CAP },
    },
    keys,
    payments,
    db: database.read,
    readNow: async () => NOW,
    readFinalTimeMs: async () => NOW,
    markUsed: () => undefined,
    useLocalNode: () => undefined,
  });
  return (request) => signer.answer(request);
}

/** Two payments, of which the database knows by the answer of the signer. Returns the text of the log. */
async function payTwice(database: Database): Promise<string> {
  using log = await PaymentLog.open(path, NOW);
  for (const nonce of [0, 1])
    await log.take(
      {
        at: NOW,
        day: NOW,
        currency: 'USDT',
        source: 'user',
        withdrawalId: `wdr_${nonce}`,
        address: '0xpayee',
        amountMicro: micro('1'),
        payment: `nonce/${nonce}`,
        expiresAt: null,
      },
      { capMicro: CAP.USDT, readFinalTimeMs: async () => NOW },
    );
  const answer = await openSigner(database, log)(STATEMENT);
  const end = 'log' in answer ? answer.log : undefined;
  expect(end?.lines).toBe(2);
  await database.transaction((tx) =>
    tx
      .insertInto('setting')
      .values({ name: 'signerLog.end', value: `00000000000000${end?.lines}/${end?.hash}` })
      .execute(),
  );
  return readFileSync(path, 'utf8');
}

describeEachDatabase('a signer', (open) => {
  it.each([
    ['its last line', (text: string) => `${text.split('\n')[0]}\n`],
    ['all of its lines', () => ''],
  ])('signs nothing when its log lost %s whole', async (_what, cut) => {
    const { database } = await open();
    const text = await payTwice(database);
    writeFileSync(path, cut(text));
    {
      using log = await PaymentLog.open(path, NOW);
      const answer = openSigner(database, log);
      for (const request of [STATEMENT, { id: 3, kind: 'ping' } as const])
        expect(await answer(request)).toMatchObject({
          failed: expect.stringMatching(/^payments\.log lost lines .* Nothing is signed/),
        });
    }
    writeFileSync(path, text);
    using log = await PaymentLog.open(path, NOW);
    expect(await openSigner(database, log)(STATEMENT)).toHaveProperty('signature');
  });

  it('goes on beside a database that is older than its log', async () => {
    const { database } = await open();
    await payTwice(database);
    const { database: older } = await open();
    using log = await PaymentLog.open(path, NOW);
    expect(await openSigner(older, log)(STATEMENT)).toHaveProperty('signature');
  });
});
