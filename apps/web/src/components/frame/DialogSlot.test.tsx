// Goal: a dialog that breaks says no more than is known: that nothing was sent only where nothing was. Method: a dialog that breaks when a
// test says so, after requests to a made-up server.
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { describeCallError } from '../../api/errors.ts';
import { trpc } from '../../api/trpc.ts';
import {
  answers,
  fails,
  mockServer,
  records,
  renderWithServer,
  waits,
} from '../../testing/render-with-server.tsx';
import { BSC_ADDRESS } from '../../testing/samples.ts';
import { withMockServer } from '../../testing/server-for-tests.ts';
import { DialogSlot } from './DialogSlot.tsx';

withMockServer();
beforeEach(() => {
  localStorage.clear();
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => vi.restoreAllMocks());

const accepted = { message: 'ok', data: { id: 'wdr_1' as const, state: 'requested' as const } };
const input = { receiverAddress: BSC_ADDRESS, amount: '7', currency: 'USDT', fee: '0' } as const;

function Breaking() {
  const [isBroken, setBroken] = useState(false);
  const withdraw = trpc.withdrawals.withdraw.useMutation();
  if (isBroken) throw new Error('insertBefore');
  return (
    <>
      <button type="button" onClick={() => withdraw.mutate(input)}>
        send
      </button>
      <button type="button" onClick={() => setBroken(true)}>
        break
      </button>
      <p>{withdraw.status}</p>
      <p>{withdraw.isError && describeCallError(withdraw.error, 'withdraw.failed').message}</p>
    </>
  );
}

const open = () =>
  renderWithServer(
    <DialogSlot name="withdraw" onClose={() => undefined}>
      <Breaking />
    </DialogSlot>,
  );
const press = (name: string): boolean => fireEvent.click(screen.getByRole('button', { name }));

describe('a dialog that breaks', () => {
  it('says that nothing was sent where nothing was', async () => {
    open();
    press('break');
    expect(await screen.findByText('Nothing was sent.')).toBeDefined();
  });

  it.each([
    ['success', answers('withdrawals', 'withdraw', accepted), 'Your request arrived before.'],
    ['error', fails('withdrawals', 'withdraw'), 'Your request was sent, and may have been carried out.'],
    [
      'error',
      fails('withdrawals', 'withdraw', { message: 'x', poolCode: 'INTERNAL', status: 500 }),
      'Your request was sent, and may have been carried out.',
    ],
    [
      'error',
      fails('withdrawals', 'withdraw', { message: 'x', poolCode: 'AMOUNT_TOO_SMALL', status: 422 }),
      'Nothing was sent.',
    ],
  ])('says after a request that ended with %s what became of it', async (status, handler, text) => {
    mockServer.use(handler);
    open();
    press('send');
    await screen.findByText(status);
    press('break');
    expect((await screen.findByRole('alert')).textContent).toContain(text);
  });

  it('says that a request on its way may have been carried out', async () => {
    const { handler, countCalls } = waits('withdrawals', 'withdraw');
    mockServer.use(handler);
    open();
    press('send');
    await waitFor(() => expect(countCalls()).toBe(1), { timeout: 30_000 });
    press('break');
    expect((await screen.findByRole('alert')).textContent).toContain('may have been carried out');
  });

  it('counts only what was sent since it opened', async () => {
    mockServer.use(answers('withdrawals', 'withdraw', accepted));
    const { unmount } = open();
    press('send');
    await screen.findByText('success');
    unmount();
    open();
    press('break');
    expect(await screen.findByText('Nothing was sent.')).toBeDefined();
  });
});

describe('a request that fails before it is sent', () => {
  it('says that nothing was sent, not that no answer came', async () => {
    const { handler, inputs } = records('withdrawals', 'withdraw', accepted);
    mockServer.use(handler);
    vi.spyOn(crypto, 'getRandomValues').mockImplementation(() => {
      throw new TypeError('crypto.randomUUID is not a function');
    });
    open();
    press('send');
    expect(await screen.findByText('Nothing was sent. Reload the page and try again.')).toBeDefined();
    expect(inputs).toEqual([]);
  });
});
