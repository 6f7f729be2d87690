// The contracts that forms of the web app share with the procedures. Nothing here imports anything but zod and core.
export { LogInInput } from './auth/log-in.contract.ts';
export { RequestPasswordResetInput } from './auth/request-password-reset.contract.ts';
export { ResetPasswordInput } from './auth/reset-password.contract.ts';
export { SendOtpInput } from './auth/send-otp.contract.ts';
export { SetPasswordInput } from './auth/set-password.contract.ts';
export { Otp, VerifyOtpInput } from './auth/verify-otp.contract.ts';
export { WithdrawInput } from './withdrawals/withdraw.contract.ts';
