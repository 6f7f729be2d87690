// Goal: every refusal of the account's screens stands where its cause is, in the server's words, or in the catalogue's when there
// is no answer.
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  answers,
  fails,
  mockServer,
  records,
  renderWithServer,
  waits,
} from '../../testing/render-with-server.tsx';
import { figures } from '../../testing/samples.ts';
import { withMockServer } from '../../testing/server-for-tests.ts';
import { ForgotPasswordScreen } from './ForgotPasswordScreen.tsx';
import { LogInScreen } from './LogInScreen.tsx';
import { PasswordStep } from './PasswordStep.tsx';
import { ResetPasswordScreen } from './ResetPasswordScreen.tsx';
import { SignUpScreen } from './SignUpScreen.tsx';
import { saveSignUpProgress } from './sign-up-progress.ts';

withMockServer();
beforeEach(() => {
  localStorage.clear();
  mockServer.use(answers('transparency', 'getPoolFigures', figures));
});

const type = (label: string, value: string): boolean =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name: string): boolean => fireEvent.click(screen.getByRole('button', { name }));
/** The text that is announced, tied to its field when it is about one. */
async function alertAt(label: string | undefined): Promise<string> {
  const alert = await screen.findByRole('alert');
  if (label !== undefined) {
    expect(screen.getByLabelText(label).getAttribute('aria-describedby')).toContain(alert.id);
  }
  return alert.textContent;
}

describe('the sign-up', () => {
  it.each([
    [{ poolCode: 'OTP_DAILY_LIMIT', message: 'Too many codes.', status: 429 }, 'Too many codes.'],
    [undefined, 'Failed to send OTP.'],
  ])('says at the email why no code was sent (%j)', async (failure, text) => {
    mockServer.use(fails('auth', 'sendOtp', failure));
    renderWithServer(<SignUpScreen />);
    type('Email', 'a@b.co');
    press('Send OTP');
    expect(await alertAt('Email')).toBe(text);
  });

  it('refuses an invalid email before the server is asked', async () => {
    renderWithServer(<SignUpScreen />);
    type('Email', 'noone');
    press('Send OTP');
    expect(await alertAt('Email')).toBe('Invalid email format.');
  });

  it('sends a code once however often the button is pressed', async () => {
    const { handler, countCalls } = waits('auth', 'sendOtp');
    mockServer.use(handler);
    renderWithServer(<SignUpScreen />);
    type('Email', 'a@b.co');
    press('Send OTP');
    press('Send OTP');
    await screen.findByRole('button', { name: 'Send OTP', busy: true });
    press('Send OTP');
    expect(countCalls()).toBe(1);
  });

  it.each([
    [{ poolCode: 'OTP_INVALID', message: 'This code is wrong.', status: 400 }, 'This code is wrong.'],
    [undefined, 'Invalid OTP or server error.'],
  ])('says at the code why it was not accepted (%j)', async (failure, text) => {
    saveSignUpProgress({ step: 2, email: 'a@b.co', referralCode: '', resendAt: 0 });
    mockServer.use(fails('auth', 'verifyOtp', failure));
    renderWithServer(<SignUpScreen />);
    type('OTP', '123456');
    expect(await alertAt('OTP')).toBe(text);
  });

  it.each(['123 456', '123-456', '\uff11\uff12\uff13 \uff14\uff15\uff16'])(
    'takes the code as people write it: %s',
    async (typed) => {
      saveSignUpProgress({ step: 2, email: 'a@b.co', referralCode: '', resendAt: 0 });
      const { handler, inputs } = records('auth', 'verifyOtp', { signupToken: 't' });
      mockServer.use(handler);
      renderWithServer(<SignUpScreen />);
      type('OTP', typed);
      await waitFor(() => expect(inputs).toEqual([{ email: 'a@b.co', otp: '123456' }]), { timeout: 30_000 });
    },
  );

  const progress = { step: 3 as const, email: 'a@b.co', referralCode: 'FRIEND', resendAt: 0 };
  const nothing = (): void => undefined;
  it.each([
    ['PASSWORD_TOO_COMMON', 'This password is one of the most common ones.', 'Password'],
    ['REFERRAL_CODE_UNKNOWN', 'No one has this referral code.', 'Referral code (optional)'],
    ['SIGN_UP_NOT_VERIFIED', 'This email address is not verified yet.', undefined],
  ])('puts %s where its cause is', async (poolCode, message, label) => {
    mockServer.use(fails('auth', 'setPassword', { poolCode, message, status: 400 }));
    renderWithServer(
      <PasswordStep progress={progress} signupToken="t" onReferralCode={nothing} onStartAgain={nothing} />,
    );
    type('Password', 'correct horse');
    press('Complete Signup');
    expect(await alertAt(label)).toBe(message);
    expect(screen.queryByText('Start again with your email') !== null).toBe(label === undefined);
  });

  it('says when it could not be completed', async () => {
    mockServer.use(fails('auth', 'setPassword'));
    renderWithServer(
      <PasswordStep progress={progress} signupToken="t" onReferralCode={nothing} onStartAgain={nothing} />,
    );
    expect(screen.getByText('From your invite link.')).toBeDefined();
    type('Password', 'correct horse');
    press('Complete Signup');
    expect(await alertAt(undefined)).toBe('Failed to complete signup.');
  });
});

describe('the login', () => {
  const logIn = (): void => {
    renderWithServer(<LogInScreen />);
    type('Email', 'a@b.co');
    type('Password', 'secret');
    press('SIGN IN');
  };

  it.each([
    [fails('auth', 'logIn', { poolCode: 'ACCOUNT_LOCKED', message: 'Locked.', status: 403 }), 'Locked.'],
    [fails('auth', 'logIn'), 'No answer arrived. Check your connection, then try again.'],
    [answers('auth', 'logIn', { token: '' }), 'Invalid login response. Try again.'],
    [answers('auth', 'logIn', { token: 'a.b.c' }), 'Failed to decode user info.'],
  ])('says why it did not work (%#)', async (handler, text) => {
    mockServer.use(handler);
    logIn();
    expect(await alertAt(undefined)).toBe(text);
  });

  it('asks for both fields', async () => {
    renderWithServer(<LogInScreen />);
    press('SIGN IN');
    const alerts = await screen.findAllByRole('alert');
    expect(alerts.map((alert) => alert.textContent)).toEqual([
      'Invalid email format.',
      'Enter your password.',
    ]);
  });

  it('marks an email that looks valid, hides the password until asked, and leaves it to managers of passwords', () => {
    renderWithServer(<LogInScreen />);
    type('Email', 'a@b.co');
    expect(screen.getByRole('img', { name: 'Email looks valid' })).toBeDefined();
    const field = screen.getByLabelText('Password');
    expect([field.getAttribute('type'), field.getAttribute('autocomplete')]).toEqual([
      'password',
      'current-password',
    ]);
    // A handler that refused it would answer false.
    expect(fireEvent.paste(field, { clipboardData: { getData: () => 'correct horse' } })).toBe(true);
    press('Show: Password');
    // ASVS 6.2.6, 6.2.7
    expect(screen.getByLabelText('Password').getAttribute('type')).toBe('text');
  });
});

describe('a forgotten password', () => {
  it('is answered the same for everyone', async () => {
    mockServer.use(answers('auth', 'requestPasswordReset', { message: 'x' }));
    renderWithServer(<ForgotPasswordScreen />);
    type('Email', 'a@b.co');
    press('Send reset link');
    expect(await screen.findByText('Check your email for a reset link.')).toBeDefined();
  });

  it('says when nothing was sent', async () => {
    mockServer.use(fails('auth', 'requestPasswordReset'));
    renderWithServer(<ForgotPasswordScreen />);
    type('Email', 'a@b.co');
    press('Send reset link');
    expect(await alertAt(undefined)).toBe('Something went wrong.');
  });

  it('is not reset when the two passwords differ', async () => {
    renderWithServer(<ResetPasswordScreen />, { pathname: '/reset-password', state: { token: 'abc' } });
    type('New Password', 'correct horse');
    type('Confirm Password', 'correct house');
    press('Set new password');
    expect(await alertAt('Confirm Password')).toBe('Passwords do not match.');
  });

  it('says where the link is when the page comes without its token', () => {
    renderWithServer(<ResetPasswordScreen />, '/reset-password');
    expect(screen.getByText('Open the link in your mail again, or request a new one.')).toBeDefined();
    expect(screen.queryByLabelText('New Password')).toBeNull();
  });
});
