// Actions of a person on the screens, by role and label, for the browser test and the screenshots.
import type { Page } from 'playwright-core';
import { eventually, RestClient, readOtp } from './rest-client.ts';

const PASSWORD = 'correct horse battery';

/** Signs up through the three steps, with the code from the mailbox, up to the dashboard. */
export async function signUpOnScreen(page: Page, url: string, email: string): Promise<void> {
  await page.goto(`${url}/signup`);
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send OTP' }).click();
  await page.getByRole('heading', { name: 'Verify OTP' }).waitFor();
  await page.getByLabel('OTP', { exact: true }).fill(await readOtp(new RestClient(() => url), email));
  // Six digits send themselves.
  await page.getByRole('heading', { name: 'Set Password' }).waitFor();
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Complete Signup' }).click();
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
}

export async function logInOnScreen(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'SIGN IN' }).click();
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
}

/** Sets a new password through the link in the mail, and waits for the login page. */
export async function resetPasswordOnScreen(
  page: Page,
  url: string,
  request: { email: string; password: string },
): Promise<void> {
  await page.getByRole('link', { name: 'Forgot password' }).click();
  // The login page has a field of the same name.
  await page.getByRole('heading', { name: 'Forgot password' }).waitFor();
  await page.getByLabel('Email').fill(request.email);
  await page.getByRole('button', { name: 'Send reset link' }).click();
  await page.getByText('Check your email for a reset link.').waitFor();
  const client = new RestClient(() => url);
  const token = await eventually(async () => {
    const { body } = await client.get('/dev/mailbox', { to: request.email });
    return /reset-passord\/([\w-]+)/.exec(body.data[0]?.text ?? '')?.[1];
  });
  await page.goto(`${url}/reset-passord/${token}`);
  await page.getByRole('heading', { name: 'Reset password' }).waitFor();
  if (page.url().includes(token)) throw new Error('The token is still in the address.');
  await page.getByLabel('New Password', { exact: true }).fill(request.password);
  await page.getByLabel('Confirm Password', { exact: true }).fill(request.password);
  await page.getByRole('button', { name: 'Set new password' }).click();
  await page.getByText('Password reset successful! Redirecting to login...').waitFor();
  await page.getByRole('heading', { name: 'Log in' }).waitFor();
}

/** Opens the deposit dialog for a currency and reads the address shown. */
export async function readDepositAddress(page: Page, currency: 'USDT' | 'TRX'): Promise<string> {
  await page.getByRole('button', { name: 'Deposit', exact: true }).click();
  await page.getByLabel('Token').selectOption(currency);
  await page.getByRole('img', { name: `QR code of your ${currency} address` }).waitFor();
  const address = await page.getByRole('dialog').getByTestId('address').textContent();
  return address ?? '';
}

export async function investOnScreen(page: Page, currency: 'USDT' | 'TRX'): Promise<void> {
  await page.getByRole('button', { name: `Invest ${currency}`, exact: true }).click();
  await page.getByRole('button', { name: 'Proceed' }).click();
  await page.getByText('Investment Successful!').waitFor();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

export async function withdrawOnScreen(
  page: Page,
  request: { currency: 'USDT' | 'TRX'; address: string; amount: string; isReviewed?: boolean },
): Promise<void> {
  await page.getByRole('button', { name: `Withdraw ${request.currency}`, exact: true }).click();
  await page.getByLabel('Withdraw Address').fill(request.address);
  await page.getByLabel(`Amount in ${request.currency}`).fill(request.amount);
  await page.getByRole('button', { name: 'Review' }).click();
  await page.getByRole('button', { name: /^Send / }).click();
  if (request.isReviewed === true) {
    await page
      .getByRole('dialog')
      .getByText(/An admin reviews it before anything is sent\. Until then/)
      .waitFor();
    await page.keyboard.press('Escape');
  } else await page.getByText('Withdrawal Successful!').waitFor();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}
