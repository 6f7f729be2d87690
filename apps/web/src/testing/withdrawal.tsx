// Steps through the withdraw dialog that its tests share.
import { fireEvent, screen } from '@testing-library/react';
import { WithdrawDialog } from '../dialogs/withdraw.tsx';
import { pressMoneyButton } from './press.ts';
import { answers, mockServer, renderWithServer } from './render-with-server.tsx';
import { BSC_ADDRESS, figures, getWallet, twoFactor, withdrawalLimits, withdrawalQuote } from './samples.ts';

/** Answers of the server that a withdrawal of USDT begins with. */
export function answerWithdrawals(): void {
  mockServer.use(
    answers('withdrawals', 'getWithdrawalLimits', { data: [withdrawalLimits] }),
    answers('withdrawals', 'quoteWithdrawal', withdrawalQuote),
    answers('users', 'getTwoFactor', twoFactor),
    answers('allowlist', 'getAllowlist', { allowlistOnly: false, offAt: null, entries: [] }),
    answers('transparency', 'getPoolFigures', figures),
  );
}

/** Opens the dialog for USDT. */
export async function openWithdrawal(onClose = (): void => undefined): Promise<void> {
  renderWithServer(<WithdrawDialog wallets={[getWallet('USDT')]} currency="USDT" onClose={onClose} />);
  await screen.findByText(/Fee: 0.500 USDT/);
}

/** Types address and amount. */
export function fillWithdrawal(address: string, amount: string): void {
  fireEvent.change(screen.getByLabelText('Withdraw Address'), { target: { value: address } });
  fireEvent.change(screen.getByLabelText('Amount in USDT'), { target: { value: amount } });
}

/** Types both and goes on to the review. */
export async function reviewWithdrawal(address = BSC_ADDRESS, amount = '10'): Promise<void> {
  fillWithdrawal(address, amount);
  fireEvent.click(screen.getByRole('button', { name: 'Review' }));
  await screen.findByRole('button', { name: /^Send / });
}

export const submitWithdrawal = (): Promise<void> => pressMoneyButton(/^Send /);
