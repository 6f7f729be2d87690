// Goal: an admin says whose a receipt is; the amount is only shown; each refusal stands at the field that it is about.
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { ReceiptView } from '../api/trpc.ts';
import { pressMoneyButton } from '../testing/press.ts';
import { fails, mockServer, records, renderWithServer, waits } from '../testing/render-with-server.tsx';
import { withMockServer } from '../testing/server-for-tests.ts';
import { AttributeReceiptDialog } from './attribute-receipt.tsx';

withMockServer();

const receipt: ReceiptView = {
  id: 'dep_01J00000000000000000000000',
  network: 'BSC',
  currency: 'USDT',
  amount: 100_000_000n,
  txHash: `0x${'ab'.repeat(32)}`,
  sender: null,
  state: 'credited',
  createdAt: 0,
};

function open(onClose = (): void => undefined): void {
  renderWithServer(<AttributeReceiptDialog receipt={receipt} onClose={onClose} />);
}

async function send(email: string, reason: string): Promise<void> {
  fireEvent.change(screen.getByLabelText('Email of the user'), { target: { value: email } });
  fireEvent.change(screen.getByLabelText('Reason'), { target: { value: reason } });
  await pressMoneyButton('Credit');
}

describe('crediting a receipt', () => {
  it('shows the amount and offers no field for it', () => {
    open();
    expect(screen.getByText('100.0000 USDT')).toBeDefined();
    // Pitfall: amounts of credits are typed by hand
    expect(screen.getAllByRole('textbox')).toHaveLength(2);
  });

  it('asks once, names the user, and closes', async () => {
    const onClose = vi.fn();
    open(onClose);
    const { handler, inputs } = records('deposits', 'attributeDeposit', {});
    mockServer.use(handler);
    await send('alice@example.org', 'her own transfer');
    await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
    expect(inputs).toEqual([{ id: receipt.id, email: 'alice@example.org', reason: 'her own transfer' }]);
  });

  it('is busy while it waits', async () => {
    open();
    mockServer.use(waits('deposits', 'attributeDeposit').handler);
    await send('alice@example.org', 'her own transfer');
    expect(await screen.findByRole('button', { name: 'Credit', busy: true })).toBeDefined();
  });

  it.each([
    [404, 'NOT_FOUND', 'No user has this email address.'],
    [422, 'OWN_FUNDS_EXCEEDED', 'Only 1.000000 USDT of the operator’s own funds is available.'],
    [
      409,
      'DEPOSIT_NOT_UNMATCHED',
      'This receipt is not final yet, or is already credited to a user. Reload the list.',
    ],
  ] as const)('says what %d %s means', async (status, poolCode, text) => {
    open();
    mockServer.use(fails('deposits', 'attributeDeposit', { message: text, poolCode, status }));
    await send('alice@example.org', 'her own transfer');
    expect((await screen.findByRole('alert')).textContent).toBe(text);
  });
});
