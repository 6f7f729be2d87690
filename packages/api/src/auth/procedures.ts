import type { UserId } from '@glasspool/core';
import { completeSignUp, getProfile, sendSignUpCode, verifySignUpCode } from '@glasspool/identity/accounts';
import {
  requestPasswordReset as requestInPool,
  resetPassword as resetInPool,
} from '@glasspool/identity/passwords';
import { logIn as logInToPool, logOut as logOutOfPool } from '@glasspool/identity/sessions';
import type { TRPCRouterRecord } from '@trpc/server';
import type { Context } from '../context.ts';
import { NoInput, NoOutput } from '../contract.ts';
import { protectedProcedure, publicProcedure, readProcedure } from '../trpc.ts';
import { GetMeOutput } from './contract.ts';
import {
  LogInInput,
  LogInOutput,
  RequestPasswordResetInput,
  RequestPasswordResetOutput,
  ResetPasswordInput,
  ResetPasswordOutput,
  SendOtpInput,
  SendOtpOutput,
  SetPasswordInput,
  SetPasswordOutput,
  VerifyOtpInput,
  VerifyOtpOutput,
} from './forms.ts';

/** The caller's own profile. Signed-in users. */
const getMe = readProcedure
  .meta({ openapi: { method: 'GET', path: '/auth/me', summary: 'The signed-in user' } })
  .input(NoInput)
  .output(GetMeOutput)
  .query(async ({ ctx }) => {
    const profile = await getProfile(ctx.deps, ctx.user.userId);
    return { user: { ...profile, roles: [...profile.roles], referredUsers: [...profile.referredUsers] } };
  });

/** Writes into the security log that a session began; the call itself had no user yet. */
export function logSessionStarted({ ipAddress, requestId, logSecurity }: Context, userId: UserId): void {
  logSecurity({
    event: 'session.started',
    outcome: 'done',
    userId,
    apiKeyId: undefined,
    ipAddress,
    requestId,
  });
}

/** Starts a session. Anyone. */
const logIn = publicProcedure
  .meta({
    limit: 'secret',
    openapi: {
      method: 'POST',
      path: '/auth/login',
      summary: 'Log in',
      errors: [
        'INVALID_LOGIN',
        'ACCOUNT_LOCKED',
        'LOGIN_BLOCKED',
        'TWO_FACTOR_REQUIRED',
        'TWO_FACTOR_BLOCKED',
        'TWO_FACTOR_SHUT',
        'TWO_FACTOR_INVALID',
      ],
    },
  })
  .input(LogInInput)
  .output(LogInOutput)
  .mutation(async ({ ctx, input }) => {
    const { ipAddress, language, userAgent, deviceCookie } = ctx;
    const origin = { ipAddress, language, userAgent, deviceToken: deviceCookie.read() };
    const { token, deviceToken, userId } = await logInToPool(ctx.deps, { ...input, ...origin });
    deviceCookie.set(deviceToken);
    logSessionStarted(ctx, userId);
    return { token };
  });

/** Ends the session at once. Signed-in users. */
const logOut = protectedProcedure
  .meta({ openapi: { method: 'POST', path: '/auth/logout', summary: 'Log out' } })
  .input(NoInput)
  .output(NoOutput)
  .mutation(async ({ ctx }) => {
    await logOutOfPool(ctx.deps, ctx.actor);
    ctx.clearSiteData();
    return {};
  });

/** Mails a reset link if the address has an account; the answer never tells. Anyone. */
const requestPasswordReset = publicProcedure
  .meta({
    limit: 'secret',
    openapi: { method: 'POST', path: '/auth/request-password-reset', summary: 'Mail a reset link' },
  })
  .input(RequestPasswordResetInput)
  .output(RequestPasswordResetOutput)
  .mutation(({ ctx, input }) => {
    // After the answer: for an address without an account there is less to do.
    ctx.later(() => requestInPool(ctx.deps, input.email));
    return { message: 'Check your email for a reset link.' };
  });

/** Sets a new password with the token of a reset link. Anyone. */
const resetPassword = publicProcedure
  .meta({
    limit: 'secret',
    openapi: {
      method: 'POST',
      path: '/auth/reset-password',
      summary: 'Set a new password',
      errors: ['RESET_TOKEN_INVALID', 'PASSWORD_TOO_SHORT', 'PASSWORD_TOO_COMMON'],
    },
  })
  .input(ResetPasswordInput)
  .output(ResetPasswordOutput)
  .mutation(async ({ ctx, input }) => {
    await resetInPool(ctx.deps, input);
    return { message: 'Password reset successful! Redirecting to login...' };
  });

/** Step 1 of a sign-up: mails a code. Anyone. */
const sendOtp = publicProcedure
  .meta({
    limit: 'secret',
    openapi: {
      method: 'POST',
      path: '/auth/send-otp',
      summary: 'Mail a sign-up code',
      errors: ['OTP_COOLDOWN', 'OTP_DAILY_LIMIT'],
    },
  })
  .input(SendOtpInput)
  .output(SendOtpOutput)
  .mutation(async ({ ctx, input }) => ({
    message: 'If this email can sign up, a code is on its way. It expires in 10 minutes.',
    ...(await sendSignUpCode(ctx.deps, input.email, ctx.language)),
  }));

/**
 * Step 3 of a sign-up: makes the account. Needs the token of step 2, in the body or as the cookie. Anyone.
 */
const setPassword = publicProcedure
  .meta({
    limit: 'secret',
    openapi: {
      method: 'POST',
      path: '/auth/set-password',
      summary: 'Set the password and make the account',
      errors: ['SIGN_UP_NOT_VERIFIED', 'PASSWORD_TOO_SHORT', 'PASSWORD_TOO_COMMON', 'REFERRAL_CODE_UNKNOWN'],
    },
  })
  .input(SetPasswordInput)
  .output(SetPasswordOutput)
  .mutation(async ({ ctx, input }) => {
    const { email, password, referralCode } = input;
    const signupToken = input.signupToken ?? ctx.signUpCookie.read() ?? '';
    await completeSignUp(ctx.deps, {
      email,
      password,
      signupToken,
      language: ctx.language,
      ...(referralCode === undefined ? {} : { referralCode }),
    });
    ctx.signUpCookie.clear();
    return { message: 'Your account is ready. Log in with your email and password.' };
  });

/** Step 2 of a sign-up: checks the code and gives the token of step 3, in the answer and as a cookie. Anyone. */
const verifyOtp = publicProcedure
  .meta({
    limit: 'secret',
    openapi: {
      method: 'POST',
      path: '/auth/verify-otp',
      summary: 'Check a sign-up code',
      errors: ['OTP_INVALID'],
    },
  })
  .input(VerifyOtpInput)
  .output(VerifyOtpOutput)
  .mutation(async ({ ctx, input }) => {
    const answer = await verifySignUpCode(ctx.deps, input);
    ctx.signUpCookie.set(answer.signupToken);
    return answer;
  });

export const authRoutes = {
  sendOtp,
  verifyOtp,
  setPassword,
  logIn,
  logOut,
  getMe,
  requestPasswordReset,
  resetPassword,
} satisfies TRPCRouterRecord;
