import { completeSignUp } from '@glasspool/identity/accounts';
import { publicProcedure } from '../trpc.ts';
import { SetPasswordInput, SetPasswordOutput } from './set-password.contract.ts';

/**
 * Step 3 of a sign-up: makes the account. Needs the token of step 2, in the body or as the cookie. Anyone.
 */
export const setPassword = publicProcedure
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
