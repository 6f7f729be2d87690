// Goal: the process that the internet talks to holds neither the seed, nor a private key, nor the password of the keystore. Method: the
// real program on a keystore whose words we know; its heap is written out, garbage collected, and searched for them as
// text; bytes of buffers are not in such a file. What must be there is searched for too.
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openKeystore } from '@glasspool/chains/keys';
import { HDNodeWallet } from 'ethers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually, RestClient, signUp } from './rest-client.ts';
import { ROOT, RunningServer } from './running-server.ts';

const PASSWORD = 'canary keystore password 7d1f';
let server: RunningServer;

beforeAll(async () => {
  server = await RunningServer.start({
    KEYSTORE_PASSWORD: PASSWORD,
    NODE_OPTIONS: '--heapsnapshot-signal=SIGUSR2',
  });
});
afterAll(() => server?.[Symbol.asyncDispose]());

const snapshots = (): string[] => readdirSync(ROOT).filter((name) => name.endsWith('.heapsnapshot'));

it('holds no seed, no private key and no password', async () => {
  const alice = new RestClient(() => server.url);
  await signUp(alice, 'alice@example.org');
  // Something is signed before we look.
  await alice.post('/dev/fund-reserve', { currency: 'USDT', amount: '1000' });
  const { body } = await alice.get('/get-wallet');
  await alice.post('/dev/faucet', {
    address: body.data.wallets[1].address,
    currency: 'USDT',
    amount: '1000',
  });
  await eventually(async () => Number((await alice.get('/get-wallet')).body.data.wallets[1].balance) > 0);
  server.signal('SIGUSR2');
  await eventually(async () => snapshots().length > 0);
  const [name = ''] = snapshots();
  const file = join(ROOT, name);
  try {
    let heap = '';
    // It is whole once it ends as JSON does.
    await eventually(async () => {
      heap = readFileSync(file, 'latin1');
      if (heap.trimEnd().endsWith('}')) return true;
      await wait(200);
      return undefined;
    });
    const text = readFileSync(join(server.dataDir, 'keystore.json'), 'utf8');
    const { fingerprint } = JSON.parse(text);
    const mnemonic = openKeystore(text, PASSWORD, () => fingerprint);
    const treasury = HDNodeWallet.fromPhrase(mnemonic, '', "m/44'/60'/0'/0/0");
    // What is searched is the heap of the right process.
    expect(heap.includes(server.dataDir)).toBe(true);
    expect(heap.includes('glasspool_http_request_seconds')).toBe(true);
    for (const secret of [
      mnemonic,
      mnemonic.split(' ').slice(0, 6).join(' '),
      PASSWORD,
      treasury.privateKey,
      treasury.privateKey.slice(2),
    ])
      expect(heap.includes(secret)).toBe(false);
  } finally {
    rmSync(file, { force: true });
  }
});
