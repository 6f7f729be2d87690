import { sendSignUpCode } from '@glasspool/identity/accounts';
import { publicProcedure } from '../trpc.ts';
import { SendOtpInput, SendOtpOutput } from './send-otp.contract.ts';

/** Step 1 of a sign-up: mails a code. Anyone. */
export const sendOtp = publicProcedure
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
