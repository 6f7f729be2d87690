import type { TRPCRouterRecord } from '@trpc/server';
import { getMe } from './get-me.ts';
import { logIn } from './log-in.ts';
import { logOut } from './log-out.ts';
import { requestPasswordReset } from './request-password-reset.ts';
import { resetPassword } from './reset-password.ts';
import { sendOtp } from './send-otp.ts';
import { setPassword } from './set-password.ts';
import { verifyOtp } from './verify-otp.ts';

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
