// Goal: people who wait for a code or a link read that mail is late while it is, and nothing about it otherwise.
import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { answers, mockServer, renderWithServer } from '../../testing/render-with-server.tsx';
import { figures } from '../../testing/samples.ts';
import { withMockServer } from '../../testing/server-for-tests.ts';
import { ForgotPasswordScreen } from './ForgotPasswordScreen.tsx';
import { SignUpScreen } from './SignUpScreen.tsx';
import { saveSignUpProgress } from './sign-up-progress.ts';

withMockServer();
beforeEach(() => localStorage.clear());

const setDelayed = (isMailDelayed: boolean): void =>
  mockServer.use(answers('transparency', 'getPoolFigures', { ...figures, isMailDelayed }));

it('says so where a code is waited for', async () => {
  setDelayed(true);
  saveSignUpProgress({ step: 2, email: 'a@b.co', referralCode: '', resendAt: 0 });
  renderWithServer(<SignUpScreen />);
  await screen.findByText(/your mail is late/);
});

it.each([[true], [false]])(
  'says so after a reset was asked for only while mail is delayed: %s',
  async (isDelayed) => {
    setDelayed(isDelayed);
    mockServer.use(answers('auth', 'requestPasswordReset', { message: 'Asked.' }));
    renderWithServer(<ForgotPasswordScreen />);
    fireEvent.change(screen.getByLabelText('Email'), { target: { value: 'a@b.co' } });
    fireEvent.click(screen.getByRole('button', { name: /reset/i }));
    await screen.findByText('Check your email for a reset link.');
    if (isDelayed) await screen.findByText(/your mail is late/);
    else expect(screen.queryByText(/your mail is late/)).toBeNull();
  },
);
