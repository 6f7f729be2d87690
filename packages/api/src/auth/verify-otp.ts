import { verifySignUpCode } from '@glasspool/identity/accounts';
import { publicProcedure } from '../trpc.ts';
import { VerifyOtpInput, VerifyOtpOutput } from './verify-otp.contract.ts';

/** Step 2 of a sign-up: checks the code and gives the token of step 3, in the answer and as a cookie. Anyone. */
export const verifyOtp = publicProcedure
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
