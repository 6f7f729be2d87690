// Goal: BSC is read and paid on as go-ethereum answers, not only as anvil does: it forgets states, caps batches, knows no final block at first, and
// keeps an index of newer transactions alone.
// Method: go-ethereum with the setting of each case, whose blocks are made over its engine API. GETH_PATH names the program (CONTRIBUTING.md).
import { BscChain, TokenMismatchError } from '@glasspool/chains/bsc';
import { createMnemonic, deriveKeys } from '@glasspool/chains/keys';
import {
  ANVIL_FAUCET_KEY,
  type Anvil,
  ensureTestToken,
  mintTestToken,
  sendTestBnb,
  TEST_USDT_ADDRESS,
} from '@glasspool/chains/local';
import { startGeth } from '@glasspool/chains/testing';
import { JsonRpcProvider, Wallet } from 'ethers';
import { afterEach, describe, expect, it } from 'vitest';

const ONE = 10n ** 18n;
const OUTSIDE = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const SLOTS_PER_EPOCH = 2;
const keys = deriveKeys(createMnemonic()).BSC;

let stack = new AsyncDisposableStack();
afterEach(async () => {
  await stack.disposeAsync();
  stack = new AsyncDisposableStack();
});

interface Started {
  readonly node: Anvil;
  readonly chain: BscChain;
  mine(blocks: number): Promise<void>;
}

/** A node with these flags, on which the hot wallet holds 10 USDT and 1 BNB. */
async function start(flags: readonly string[] = [], finality: 'tag' | 'far' = 'tag'): Promise<Started> {
  const started = await startEmpty(flags, finality === 'tag' ? { slotsPerEpoch: SLOTS_PER_EPOCH } : {});
  const { node, chain, mine } = started;
  await ensureTestToken(node.url, () => mine(1));
  await sendTestBnb(node.url, chain.deriveAddress(0), ONE);
  await mine(1);
  await mintTestToken(node.url, chain.deriveAddress(0), 10n * ONE);
  await mine(10);
  return started;
}

async function startEmpty(flags: readonly string[], epochs: { slotsPerEpoch?: number }): Promise<Started> {
  const program = process.env['GETH_PATH'] ?? 'geth';
  const node = stack.use(await startGeth({ program, flags, ...epochs }));
  const chain = new BscChain({
    network: 'local',
    rpcUrl: node.url,
    usdtContract: TEST_USDT_ADDRESS,
    finality:
      epochs.slotsPerEpoch === undefined
        ? { kind: 'depth', blocks: 150 }
        : { kind: 'tag', stalledAfterBlocks: 240 },
    feePerGas: { minWei: 0n, maxWei: 10n ** 11n },
    blockAgeMaxMs: null,
    keys,
  });
  stack.use(chain);
  const mine = async (blocks: number): Promise<void> => {
    for (let block = 0; block < blocks; block += 1) await node.call('evm_mine');
  };
  return { node, chain, mine };
}

const pay = async (chain: BscChain, units: bigint) =>
  chain.signTransfer({
    fromIndex: 0,
    currency: 'USDT',
    to: OUTSIDE,
    units,
    nonce: await chain.getNonce(0),
  });

describe('a payment, where finality is further behind than the states that the node keeps', () => {
  it('is sent again while its nonce is free', async () => {
    const { chain, mine } = await start([], 'far');
    const lost = await pay(chain, ONE);
    await mine(160);
    const { height, finalizedHeight } = await chain.getHead();
    expect(height - finalizedHeight).toBe(150);
    expect(await chain.findDropProof([lost])).toBeUndefined();
    await chain.broadcast(lost.raw);
    await mine(1);
    expect(await chain.getOutcome(lost.txHash)).toMatchObject({ status: 'mined', isFinal: false });
  });

  it('is proved impossible once another one with its nonce is final, however old that is', async () => {
    const { chain, mine } = await start();
    const lost = await pay(chain, ONE);
    const winner = await pay(chain, 2n * ONE);
    await chain.broadcast(winner.raw);
    await mine(200);
    expect(await chain.findDropProof([lost])).toMatchObject({ txHash: winner.txHash });
    expect(await chain.findDropProof([winner])).toBeUndefined();
  });
});

describe('go-ethereum', () => {
  it.each([['--rpc.batch-request-limit=10'], ['--rpc.batch-response-max-size=20000']])(
    'is read to the end where it caps batches: %s',
    async (flag) => {
      const { chain, mine, node } = await start([flag]);
      const txHash = await mintTestToken(node.url, chain.deriveAddress(7), ONE);
      await mine(60);
      const { height } = await chain.getHead();
      const page = await chain.readBlocks({ from: 1, to: height });
      expect(page?.transfers.map((one) => one.txHash)).toContain(txHash);
    },
  );

  it('says in its own words that it knows no final block yet', async () => {
    const { chain, mine } = await startEmpty([], { slotsPerEpoch: 50 });
    await mine(3);
    await expect(chain.getHead()).rejects.toThrow(/finalized block/);
  });

  it('shows no wrong token while it has no block', async () => {
    const { chain } = await startEmpty([], {});
    const refused = await chain.assertToken().catch((error: unknown) => error);
    expect(refused).not.toBeInstanceOf(TokenMismatchError);
    expect(String(refused)).toContain('no block but the first');
  });

  it('is named, with the flag, where it keeps no index of older transactions', async () => {
    const { chain, mine, node } = await start(['--history.transactions=10']);
    const paid = await pay(chain, ONE);
    await chain.broadcast(paid.raw);
    await mine(40);
    // It drops its index in the background.
    await expect
      .poll(() => node.call('eth_getTransactionReceipt', [paid.txHash]), { timeout: 30_000 })
      .toBeNull();
    expect(await chain.getOutcome(paid.txHash)).toEqual({ status: 'unknown' });
    await expect(chain.findDropProof([paid])).rejects.toThrow('--history.transactions');
  });

  it('takes a replacement after a few where it takes no low tip', async () => {
    const flags = ['--txpool.pricelimit=100000000'];
    const { node, chain, mine } = await startEmpty(flags, { slotsPerEpoch: SLOTS_PER_EPOCH });
    const provider = new JsonRpcProvider(node.url);
    stack.defer(() => provider.destroy());
    const tip = { maxPriorityFeePerGas: 10n ** 9n, maxFeePerGas: 10n ** 10n };
    const faucet = new Wallet(ANVIL_FAUCET_KEY, provider);
    await faucet.sendTransaction({ to: chain.deriveAddress(0), value: ONE, ...tip });
    await mine(6);
    const intent = { fromIndex: 0, currency: 'BNB', to: OUTSIDE, units: 1n } as const;
    let signed = await chain.signTransfer({ ...intent, nonce: await chain.getNonce(0) });
    let answer = await chain.broadcast(signed.raw);
    expect(answer).toContain('minimum');
    for (let times = 0; times < 5 && answer.includes('minimum'); times += 1) {
      signed = (await chain.signReplacement(signed, { fromIndex: 0, subject: 'wdr_1' })) ?? signed;
      answer = await chain.broadcast(signed.raw);
    }
    expect(answer).toBe(signed.txHash);
    await mine(1);
    expect(await chain.getOutcome(signed.txHash)).toMatchObject({ status: 'mined' });
  });

  it('proves balances by the state of its newest block, and none by one that it forgot', async () => {
    const { chain, mine } = await start();
    await mine(140);
    const { height } = await chain.getHead();
    const addresses = [chain.deriveAddress(0), chain.deriveAddress(1)];
    expect(await chain.proveBalances(addresses, height)).toMatchObject({
      token: TEST_USDT_ADDRESS.toLowerCase(),
    });
    expect(await chain.proveBalances(addresses, 5)).toBeUndefined();
  });
});
