// Goal: every state of the deposit dialog: both currencies, waiting and seen, copied, and without the pool's figures.
import { fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { answers, fails, mockServer, renderWithServer, waits } from '../testing/render-with-server.tsx';
import { BSC_ADDRESS, figures, TRON_ADDRESS, walletOf } from '../testing/samples.ts';
import { withMockServer } from '../testing/server-for-tests.ts';
import { DepositDialog } from './deposit.tsx';

withMockServer();

const writeText = vi.fn(async (_text: string) => undefined);

beforeEach(() => {
  writeText.mockReset().mockResolvedValue(undefined);
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });
  mockServer.use(answers('transparency', 'getPoolFigures', figures));
});

function open(confirming = 0n, onClose = (): void => undefined): void {
  const wallets = [walletOf('TRX'), walletOf('USDT', { confirming })];
  renderWithServer(<DepositDialog wallets={wallets} onClose={onClose} />);
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

  it('says when a transfer was seen and is not final', () => {
    open(7_500_000n);
    expect(screen.getByText('Seen: 7.500 USDT, waiting until it is final.')).toBeDefined();
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
    expect(await screen.findByRole('button', { name: 'Not copied' })).toBeDefined();
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
    open(0n, onClose);
    fireEvent.click(within(screen.getByRole('dialog')).getByText('Close'));
    expect(onClose).toHaveBeenCalledTimes(1);
  });
});
