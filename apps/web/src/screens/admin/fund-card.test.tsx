// Goal: when the server asks an admin for the second factor, the form says what is confirmed, sends the same request with the code, and
// loses nothing that was typed.
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { answers, fails, mockServer, records, renderWithServer } from '../../testing/render-with-server.tsx';
import { withMockServer } from '../../testing/server-for-tests.ts';
import { FundCard } from './FundCard.tsx';

withMockServer();

const REFUSALS = {
  required: { message: 'Enter the code.', poolCode: 'SECOND_FACTOR_REQUIRED', status: 401 },
  invalid: { message: 'This code is wrong.', poolCode: 'SECOND_FACTOR_INVALID', status: 401 },
};

async function askToFund(): Promise<void> {
  const factors = { isEnrolled: true, passkeys: 0, recoveryCodesLeft: 10 };
  mockServer.use(
    answers('users', 'getSecondFactor', factors),
    fails('reserve', 'fundReserve', REFUSALS.required),
  );
  renderWithServer(<FundCard versions={[1]} />);
  fireEvent.change(screen.getByLabelText('Amount'), { target: { value: '10' } });
  fireEvent.click(screen.getByRole('button', { name: 'Move to the reserve' }));
  await screen.findByText(/You move 10 USDT to the reserve/);
}

function enter(code: string): void {
  fireEvent.change(screen.getByLabelText('Code of your app, or a recovery code'), {
    target: { value: code },
  });
  fireEvent.click(screen.getByRole('button', { name: 'Move to the reserve' }));
}

describe('funding the reserve', () => {
  it('sends what was typed again with the code', async () => {
    await askToFund();
    expect(screen.queryByText('Enter the code.')).toBeNull();
    const { handler, inputs } = records('reserve', 'fundReserve', {});
    mockServer.use(handler);
    enter('123456');
    await waitFor(() => expect(inputs).toMatchObject([{ currency: 'USDT', amount: '10', totp: '123456' }]));
    expect(await screen.findByText('The reserve is funded.')).toBeDefined();
  });

  it('asks again when the code is wrong, and has no passkey to offer where the account has none', async () => {
    await askToFund();
    mockServer.use(fails('reserve', 'fundReserve', REFUSALS.invalid));
    enter('000000');
    expect(await screen.findByText('This code is wrong.')).toBeDefined();
    expect(screen.getByText(/You move 10 USDT to the reserve/)).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Use a passkey' })).toBeNull();
  });

  it('keeps the amount when it is not confirmed', async () => {
    await askToFund();
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(await screen.findByLabelText('Amount')).toHaveProperty('value', '10');
  });
});
