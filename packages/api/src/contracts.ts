// The contracts that forms of the web app share with the procedures. They are written in zod/mini, a fifth of zod's size, and
// import nothing but core.

export { AddAllowlistEntryInput, SetAllowlistOnlyInput } from './allowlist/add-allowlist-entry.contract.ts';
export { CreateApiKeyInput } from './api-keys/api-keys.contract.ts';
export { LogInInput } from './auth/log-in.contract.ts';
export { RequestPasswordResetInput } from './auth/request-password-reset.contract.ts';
export { ResetPasswordInput } from './auth/reset-password.contract.ts';
export { SendOtpInput } from './auth/send-otp.contract.ts';
export { SetPasswordInput } from './auth/set-password.contract.ts';
export { Otp, VerifyOtpInput } from './auth/verify-otp.contract.ts';
export { TxHashForm } from './deposits/tx-hash.contract.ts';
export { EXPERIMENT_IDS, type ExperimentId } from './dev/experiment-ids.contract.ts';
export type { ExperimentNews } from './dev/lab.contract.ts';
export { WithdrawOwnFundsInput } from './hot-wallet/hot-wallet.contract.ts';
export { TransferReferralForm } from './referrals/transfer-referral-form.contract.ts';
export { FundReserveInput, PublishTermsInput } from './reserve/reserve.contract.ts';
export { ChangeEmailInput, CloseAccountInput } from './users/account.contract.ts';
export { ChangePasswordInput, UpdateProfileInput } from './users/settings.contract.ts';
export { TotpInput, TwoFactorCode, TwoFactorInput } from './users/two-factor.contract.ts';
export { CreateWebhookInput } from './webhooks/create-webhook.contract.ts';
