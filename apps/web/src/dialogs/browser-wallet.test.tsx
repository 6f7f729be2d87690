// Goal: a wallet of the browser sends only on the pool's own test network, what it did is said truthfully, and an unknown outcome never
// reads as 'nothing was sent'. Method: wallets that announce themselves (EIP-6963), on each chain and with each answer.
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { encodeTransfer } from '../components/money/browser-wallets/payment.ts';
import { pressMoneyButton } from '../testing/press.ts';
import { renderWithServer } from '../testing/render-with-server.tsx';
import { BSC_ADDRESS, getWallet, TRON_ADDRESS } from '../testing/samples.ts';
import { withMockServer } from '../testing/server-for-tests.ts';
import { DepositPayment } from './deposit-payment.tsx';

withMockServer();

const FROM = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const TOKEN = '0x5FbDB2315678afecb367f032d93F642f64180aa3';
const GENESIS = '00000000000000004fd5fdf7c9b1c9504515c8d8c2b8096934cf6f233c85592f';
const teardown: (() => void)[] = [];
afterEach(() => {
  for (const undo of teardown.splice(0)) undo();
});

/** Puts a wallet into the page that is on a chain and answers a payment as told; returns what it was asked. */
function installEvm(chainId: number, pay: () => unknown) {
  let current = chainId;
  const calls: { method: string; params?: readonly unknown[] }[] = [];
  const request = async (call: { method: string; params?: readonly unknown[] }): Promise<unknown> => {
    calls.push(call);
    if (call.method === 'eth_requestAccounts') return [FROM];
    if (call.method === 'eth_chainId') return `0x${current.toString(16)}`;
    if (call.method === 'wallet_switchEthereumChain') {
      current = 31_337;
      return null;
    }
    return pay();
  };
  const detail = { info: { uuid: '1', name: 'Test Wallet' }, provider: { request } };
  const announce = (): void =>
    void window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
  window.addEventListener('eip6963:requestProvider', announce);
  teardown.push(() => window.removeEventListener('eip6963:requestProvider', announce));
  return { calls, sent: () => calls.filter(({ method }) => method === 'eth_sendTransaction') };
}

async function payWith(amount: string, name = 'Test Wallet', wallet = getWallet('USDT')): Promise<void> {
  renderWithServer(<DepositPayment wallet={wallet} />);
  fireEvent.change(screen.getByLabelText(/^Amount/), { target: { value: amount } });
  await pressMoneyButton(`Send with ${name}`);
}

describe('a wallet of the browser', () => {
  it('is asked for a transfer of the token on the chain of the pool, and its hash is shown', async () => {
    const wallet = installEvm(31_337, () => '0xabc');
    await payWith('12.5');
    await screen.findByText(/Your wallet sent it: 0xabc/);
    expect(wallet.sent()).toEqual([
      {
        method: 'eth_sendTransaction',
        params: [
          {
            from: FROM,
            to: TOKEN,
            value: '0x0',
            data: encodeTransfer(BSC_ADDRESS, 12_500_000_000_000_000_000n),
            chainId: '0x7a69',
          },
        ],
      },
    ]);
  });

  it('is asked for nothing on another chain, which the page says, and sends once it was switched', async () => {
    const wallet = installEvm(56, () => '0xdef');
    await payWith('1');
    await screen.findByText(/Nothing was sent. Switch it to the test network 31337/);
    expect(wallet.sent()).toEqual([]);
    fireEvent.click(screen.getByRole('button', { name: 'Switch the wallet to chain 31337' }));
    await waitFor(() => expect(screen.queryByText(/Nothing was sent/)).toBeNull());
    await pressMoneyButton('Send with Test Wallet');
    await screen.findByText(/Your wallet sent it: 0xdef/);
    expect(wallet.sent()).toHaveLength(1);
  });

  it.each([
    ['declined', { code: 4001, message: 'User rejected' }, 'Declined in the wallet. Nothing was sent.'],
    ['broken', new Error('timeout'), /did not say whether it sent anything.*It said: timeout/],
  ])('has its failure reported as %s', async (_name, failure, text) => {
    installEvm(31_337, () => Promise.reject(failure));
    await payWith('1');
    expect(await screen.findByText(text)).toBeDefined();
  });

  it('is asked for nothing while the amount cannot be read', async () => {
    const wallet = installEvm(31_337, () => '0xabc');
    await payWith('');
    expect(await screen.findByText('Please fill in all fields.')).toBeDefined();
    expect(wallet.calls).toEqual([]);
  });

  it('is reported as missing, and the request for a phone is there', async () => {
    renderWithServer(<DepositPayment wallet={getWallet('USDT')} />);
    fireEvent.change(screen.getByLabelText(/^Amount/), { target: { value: '2' } });
    await screen.findByText(/No wallet was found in this browser/);
    expect(
      screen.getByText(`ethereum:${TOKEN}@31337/transfer?address=${BSC_ADDRESS}&uint256=2000000000000000000`),
    ).toBeDefined();
  });

  it.each([
    ['of the pool', GENESIS, /Your wallet sent it: tx1/, 1],
    ['of another chain', '00', /Nothing was sent/, 0],
  ])('sends TRX on the chain of the pool alone (here: %s)', async (_name, blockID, text, times) => {
    const sendTransaction = vi.fn(async () => ({ result: true, txid: 'tx1' }));
    const tronWeb = { trx: { getBlockByNumber: async () => ({ blockID }), sendTransaction } };
    Reflect.set(window, 'tron', { request: async () => ({ code: 200 }), tronWeb });
    teardown.push(() => Reflect.deleteProperty(window, 'tron'));
    await payWith('3.5', 'TronLink', getWallet('TRX'));
    await screen.findByText(text);
    expect(sendTransaction.mock.calls).toEqual(times === 1 ? [[TRON_ADDRESS, 3_500_000]] : []);
  });
});
