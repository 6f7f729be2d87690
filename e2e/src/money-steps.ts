// Buttons that lead to a request which moves or commits money, and buttons that send one, with the way to each.
import type { Locator, Page } from 'playwright-core';
import { PASSWORD } from './app-browser.ts';

export const OUTSIDE = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

export interface Step {
  readonly path: string;
  /** Goes to where the button is. */
  readonly before?: (page: Page) => Promise<void>;
  readonly button: string | RegExp;
}

/** A button whose request moves money. */
export interface SendingStep extends Step {
  readonly request: string;
}

export const find = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('button', { name, exact: typeof name === 'string' }).first();
export const press = (page: Page, name: string | RegExp): Promise<void> => find(page, name).click();

async function fillWithdrawal(page: Page, amount: string): Promise<void> {
  await press(page, 'Withdraw USDT');
  await page.getByLabel('Withdraw Address').fill(OUTSIDE);
  await page.getByLabel('Amount in USDT').fill(amount);
}

async function fillOwnFunds(page: Page): Promise<void> {
  await press(page, 'USDT Withdraw');
  await page.getByLabel('Destination address').fill(OUTSIDE);
  await page.getByLabel('Amount in USDT').fill('3');
}

async function fillAllowlist(page: Page, name: string): Promise<void> {
  const book = page.getByRole('region', { name: 'Withdrawal allowlist' });
  await book.getByLabel('Address', { exact: true }).fill(OUTSIDE);
  await book.getByLabel('Name', { exact: true }).fill(name);
  await book.getByLabel('Your password, to confirm it', { exact: true }).fill(PASSWORD);
}

export const MEMBER_LEADS: readonly Step[] = [
  { path: '/home', button: 'Invest USDT' },
  { path: '/home', button: /withdraw USDT instead/i },
  { path: '/home', button: 'Withdraw USDT' },
  { path: '/home', before: (page) => fillWithdrawal(page, '2'), button: 'Review' },
  { path: '/network', button: 'Transfer balance, USDT' },
];

export const MEMBER_SENDS: readonly SendingStep[] = [
  {
    path: '/home',
    before: async (page) => {
      await press(page, 'Invest USDT');
      await page.getByLabel('Amount in USDT').fill('60');
    },
    button: 'Proceed',
    request: 'investments.invest',
  },
  {
    path: '/home',
    before: async (page) => {
      await press(page, /withdraw USDT instead/i);
      await page.getByLabel('Amount in USDT').fill('10');
    },
    button: 'Make it withdrawable',
    request: 'investments.releaseWallet',
  },
  {
    path: '/home',
    before: async (page) => {
      await fillWithdrawal(page, '2');
      await press(page, 'Review');
    },
    button: 'Send 2.000 USDT',
    request: 'withdrawals.withdraw',
  },
  {
    path: '/home',
    before: (page) => press(page, /^Withdrawal/),
    button: 'Cancel this withdrawal',
    request: 'withdrawals.cancelWithdrawal',
  },
  {
    path: '/network',
    before: async (page) => {
      await press(page, 'Transfer balance, USDT');
      await page.getByLabel('Amount in USDT').fill('0.01');
    },
    button: 'Transfer',
    request: 'referrals.transferReferral',
  },
  {
    path: '/settings?tab=security',
    before: (page) => fillAllowlist(page, 'Mine'),
    button: 'Add the address',
    request: 'allowlist.addAllowlistEntry',
  },
  {
    path: '/settings?tab=security',
    button: 'Remove: Mine',
    request: 'allowlist.removeAllowlistEntry',
  },
];

export const OPERATOR_LEADS: readonly Step[] = [
  { path: '/school', button: 'USDT Withdraw' },
  { path: '/school', before: fillOwnFunds, button: 'Review' },
  { path: '/school', button: 'Withdraw All Pending Deposit' },
  { path: '/school', button: 'Stop all payouts' },
  { path: '/school', button: 'Approve' },
  {
    path: '/school/reserve',
    before: (page) => page.getByLabel('Amount in USDT').fill('4'),
    button: 'Review',
  },
  {
    path: '/school/reserve',
    before: (page) => page.getByLabel('Target rate, % a day').fill('1.9'),
    button: 'Review the changes',
  },
];

export const OPERATOR_SENDS: readonly SendingStep[] = [
  {
    path: '/school',
    before: async (page) => {
      await fillOwnFunds(page);
      await press(page, 'Review');
    },
    button: 'Send 3.000 USDT',
    request: 'hotWallet.withdrawOwnFunds',
  },
  {
    path: '/school/reserve',
    before: async (page) => {
      await page.getByLabel('Amount in USDT').fill('4');
      await press(page, 'Review');
    },
    button: 'Move 4.000 USDT to the reserve',
    request: 'reserve.fundReserve',
  },
  {
    path: '/school/reserve',
    before: async (page) => {
      await page.getByLabel('Target rate, % a day').fill('1.9');
      await press(page, 'Review the changes');
    },
    button: 'Publish the terms',
    request: 'reserve.publishTerms',
  },
  {
    path: '/school',
    before: (page) => press(page, 'Withdraw All Pending Deposit'),
    button: 'Start',
    request: 'sweeps.startSweep',
  },
  {
    path: '/school',
    before: async (page) => {
      await press(page, 'Stop all payouts');
      await page.getByLabel('Reason, for the audit log').fill('A drill.');
    },
    button: 'Stop payouts now',
    request: 'hotWallet.haltPayouts',
  },
];
