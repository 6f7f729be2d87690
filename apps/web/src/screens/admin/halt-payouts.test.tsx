// Goal: the stop button needs two presses and a reason, says what it does, and keeps what was typed when it is refused.
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { pressMoneyButton } from '../../testing/press.ts';
import { fails, mockServer, records, renderWithServer } from '../../testing/render-with-server.tsx';
import { withMockServer } from '../../testing/server-for-tests.ts';
import { HaltPayouts } from './HaltPayouts.tsx';

withMockServer();

describe('the stop button', () => {
  it('sends nothing before it was pressed twice, and then the reason', async () => {
    const { handler, inputs } = records('hotWallet', 'haltPayouts', {});
    mockServer.use(handler);
    renderWithServer(<HaltPayouts />);
    fireEvent.click(screen.getByRole('button', { name: 'Stop all payouts' }));
    expect(screen.getByText(/Users see that payouts are stopped/)).toBeDefined();
    expect(inputs).toEqual([]);
    fireEvent.change(screen.getByLabelText('Reason, for the audit log'), { target: { value: 'A drill.' } });
    await pressMoneyButton('Stop payouts now');
    await waitFor(() => expect(inputs).toEqual([{ reason: 'A drill.' }]));
  });

  it('says why it was refused, and keeps the reason', async () => {
    const message = "You don't have permission to do this.";
    mockServer.use(fails('hotWallet', 'haltPayouts', { message, poolCode: 'FORBIDDEN', status: 403 }));
    renderWithServer(<HaltPayouts />);
    fireEvent.click(screen.getByRole('button', { name: 'Stop all payouts' }));
    const field = screen.getByLabelText('Reason, for the audit log');
    fireEvent.change(field, { target: { value: 'A drill.' } });
    await pressMoneyButton('Stop payouts now');
    expect(await screen.findByText(message)).toBeDefined();
    expect(field).toHaveProperty('value', 'A drill.');
  });
});
