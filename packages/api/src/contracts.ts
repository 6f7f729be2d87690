// The contracts that forms of the web app share with the procedures. They are written in zod/mini, a fifth of zod's size, and
// import nothing but core.

export {
  ChangeEmailInput,
  ChangePasswordInput,
  CloseAccountInput,
  TotpInput,
  TwoFactorInput,
  UpdateProfileInput,
} from './account/forms.ts';
export { AddAllowlistEntryInput, SetAllowlistOnlyInput } from './allowlist/forms.ts';
export { CreateApiKeyInput } from './api-keys/forms.ts';
export {
  LogInInput,
  Otp,
  RequestPasswordResetInput,
  ResetPasswordInput,
  SendOtpInput,
  SetPasswordInput,
  VerifyOtpInput,
} from './auth/forms.ts';
export { TxHashForm } from './deposits/forms.ts';
export type { ExperimentNews } from './dev/contract.ts';
export { EXPERIMENT_IDS, type ExperimentId } from './dev/forms.ts';
export { TwoFactorCode } from './forms.ts';
export { WithdrawOwnFundsInput } from './hot-wallet/forms.ts';
export { TransferReferralForm } from './referrals/forms.ts';
export { FundReserveInput, PublishTermsInput } from './reserve/forms.ts';
export { CreateWebhookInput } from './webhooks/forms.ts';
