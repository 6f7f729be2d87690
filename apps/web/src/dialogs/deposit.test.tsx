// Goal: every state of the deposit dialog: both currencies, the three steps of a deposit, copied, and without the pool's figures.
import { fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { answers, fails, mockServer, renderWithServer, waits } from '../testing/render-with-server.tsx';
import { BSC_ADDRESS, figures, getTransaction, getWallet, TRON_ADDRESS } from '../testing/samples.ts';
import { withMockServer } from '../testing/server-for-tests.ts';
import { DepositDialog } from './deposit.tsx';

withMockServer();

const writeText = vi.fn(async (_text: string) => undefined);

beforeEach(() => {
  writeText.mockReset().mockResolvedValue(undefined);
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });
  mockServer.use(answers('transparency', 'getPoolFigures', figures), deposits());
});

function deposits(...rows: ReturnType<typeof getTransaction>[]) {
  const meta = { page: 1, limit: 10, total: rows.length, next: null };
  return answers('transactions', 'listUserTransactions', { data: rows, meta });
}

function open({ onClose = (): void => undefined, onInvest = (_currency: string): void => undefined } = {}) {
  const wallets = [getWallet('TRX'), getWallet('USDT')];
  return renderWithServer(<DepositDialog wallets={wallets} onInvest={onInvest} onClose={onClose} />);
}

describe('the deposit dialog', () => {
  it('shows network, code, whole address and minimum', async () => {
    open();
    expect(await screen.findByText('Minimum deposit is 50 USDT')).toBeDefined();
    expect(screen.getByText(/local BSC node/)).toBeDefined();
    expect(screen.getByRole('img', { name: 'QR code of your USDT address' })).toBeDefined();
    expect(screen.getByTestId('address').textContent).toBe(BSC_ADDRESS);
    expect(screen.getByText('Waiting for your transfer on BSC (BEP20).')).toBeDefined();
  });

  it('follows the token', async () => {
    open();
    fireEvent.change(screen.getByLabelText('Token'), { target: { value: 'TRX' } });
    expect(screen.getByRole('heading', { name: 'Deposit TRX' })).toBeDefined();
    expect(screen.getByTestId('address').textContent).toBe(TRON_ADDRESS);
    expect(await screen.findByText('Minimum deposit is 200 TRX')).toBeDefined();
  });

  it('follows a deposit through its three steps, and leads on to the investment', async () => {
    const onInvest = vi.fn();
    const old = getTransaction({ _id: 'dep_0', amount: 1_000_000n });
    const coming = getTransaction({ _id: 'dep_1', amount: 107_500_000n, status: 'confirming' });
    mockServer.use(deposits(coming, old));
    const { queryClient } = open({ onInvest });
    expect(await screen.findByText('Seen: 107.500 USDT, waiting until it is final.')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Invest now' })).toBeNull();
    mockServer.use(deposits({ ...coming, status: 'success' }, old));
    await queryClient.invalidateQueries();
    expect(await screen.findByText('Credited 107.500 USDT')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Invest now' }));
    expect(onInvest).toHaveBeenCalledExactlyOnceWith('USDT');
  });

  it('takes no earlier deposit for a new one', async () => {
    mockServer.use(deposits(getTransaction({ _id: 'dep_0' })));
    open();
    expect(await screen.findByText('Minimum deposit is 50 USDT')).toBeDefined();
    expect(screen.getByText('Waiting for your transfer on BSC (BEP20).')).toBeDefined();
    expect(screen.queryByText(/^Credited \d/)).toBeNull();
  });

  it('says that the network took a deposit back', async () => {
    const coming = getTransaction({ _id: 'dep_1', status: 'confirming' });
    mockServer.use(deposits(coming));
    const { queryClient } = open();
    await screen.findByText(/^Seen: 100.123 USDT/);
    mockServer.use(deposits({ ...coming, status: 'reversed' }));
    await queryClient.invalidateQueries();
    expect(
      await screen.findByText('100.123 USDT was removed by a reorganization of the network.'),
    ).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Invest now' })).toBeNull();
  });

  it('says Copied for two seconds, on the button only', async () => {
    open();
    vi.useFakeTimers({ shouldAdvanceTime: true });
    fireEvent.click(screen.getByRole('button', { name: 'Copy the USDT address' }));
    expect(await screen.findByRole('button', { name: 'Copied' })).toBeDefined();
    expect(writeText).toHaveBeenCalledExactlyOnceWith(BSC_ADDRESS);
    expect(screen.getByRole('img', { name: 'QR code of your USDT address' })).toBeDefined();
    await vi.advanceTimersByTimeAsync(1_800);
    expect(screen.getByRole('button', { name: 'Copied' })).toBeDefined();
    await vi.advanceTimersByTimeAsync(300);
    expect(await screen.findByRole('button', { name: 'Copy the USDT address' })).toBeDefined();
  });

  it('says when the browser does not let it copy', async () => {
    writeText.mockRejectedValue(new Error('denied'));
    open();
    fireEvent.click(screen.getByRole('button', { name: 'Copy the USDT address' }));
    expect(await screen.findByText(/^Not copied. It is selected below/)).toBeDefined();
  });

  it.each([
    ['are on their way', waits('transparency', 'getPoolFigures').handler],
    ['could not be loaded', fails('transparency', 'getPoolFigures')],
  ])('warns of real networks while the figures %s', (_name, handler) => {
    mockServer.use(handler);
    open();
    expect(screen.getByText(/Tokens sent on a real network are lost/)).toBeDefined();
    expect(screen.getByTestId('address').textContent).toBe(BSC_ADDRESS);
  });

  it('closes', () => {
    const onClose = vi.fn();
    open({ onClose });
    fireEvent.click(within(screen.getByRole('dialog')).getByText('Close'));
    expect(onClose).toHaveBeenCalledTimes(1);
  });
});
