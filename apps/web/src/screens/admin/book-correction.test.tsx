// Goal: an admin proposes to book a difference with a reason, another one books it with a two-factor code after reading what changes, and no
// one is offered to book a proposal of theirs.
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { BookCorrectionView } from '../../api/trpc.ts';
import { pressMoneyButton } from '../../testing/press.ts';
import { answers, fails, mockServer, records, renderWithServer } from '../../testing/render-with-server.tsx';
import { withMockServer } from '../../testing/server-for-tests.ts';
import { BookCorrection } from './BookCorrection.tsx';

withMockServer();

const ID = 'cor_01J9Z3V5Q4K7R8S9T0V1W2X3Y4';
const OPEN: BookCorrectionView = {
  id: ID,
  currency: 'TRX',
  units: -7_000_000n,
  reason: 'Paid by an old copy.',
  proposedBy: 'first@example.org',
  isOwn: false,
  createdAt: 0,
};

describe('a difference that stays', () => {
  it('is proposed with a reason', async () => {
    const { handler, inputs } = records('books', 'proposeCorrection', { id: ID, units: -7_000_000n });
    mockServer.use(answers('books', 'listOpenCorrections', []), handler);
    renderWithServer(<BookCorrection currency="TRX" differs />);
    fireEvent.change(await screen.findByLabelText('Explanation'), { target: { value: 'An old copy.' } });
    await pressMoneyButton('Propose to book it');
    await waitFor(() => expect(inputs).toEqual([{ currency: 'TRX', reason: 'An old copy.' }]));
  });

  it('is not offered while books and chain agree', async () => {
    mockServer.use(answers('books', 'listOpenCorrections', []));
    renderWithServer(<BookCorrection currency="TRX" differs={false} />);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('is booked by a second admin, who reads the amount and gives a code', async () => {
    mockServer.use(
      answers('books', 'listOpenCorrections', [OPEN]),
      answers('users', 'getTwoFactor', { isEnrolled: true, passkeys: 0, recoveryCodesLeft: 10 }),
      fails('books', 'decideCorrection', {
        message: 'Enter the code.',
        poolCode: 'TWO_FACTOR_REQUIRED',
        status: 401,
      }),
    );
    renderWithServer(<BookCorrection currency="TRX" differs />);
    expect(
      await screen.findByText(/first@example.org proposes to book -7.000000 TRX: Paid by/),
    ).toBeDefined();
    await pressMoneyButton('Book it');
    expect(await screen.findByText(/This changes the books by -7.000000 TRX/)).toBeDefined();
    const { handler, inputs } = records('books', 'decideCorrection', {});
    mockServer.use(handler);
    fireEvent.change(screen.getByLabelText('Code of your app, or a recovery code'), {
      target: { value: '123456' },
    });
    await pressMoneyButton('Book it');
    await waitFor(() => expect(inputs).toEqual([{ id: ID, decision: 'book', totp: '123456' }]));
  });

  it('is offered for rejection alone to the admin who proposed to book it', async () => {
    const { handler, inputs } = records('books', 'decideCorrection', {});
    mockServer.use(answers('books', 'listOpenCorrections', [{ ...OPEN, isOwn: true }]), handler);
    renderWithServer(<BookCorrection currency="TRX" differs />);
    await screen.findByRole('button', { name: 'Reject' });
    await pressMoneyButton('Reject');
    await waitFor(() => expect(inputs).toEqual([{ id: ID, decision: 'reject' }]));
    expect(screen.queryByRole('button', { name: 'Book it' })).toBeNull();
  });
});
