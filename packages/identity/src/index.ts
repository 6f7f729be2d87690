export { addNote } from './accounts/add-note.ts';
export { changeEmail, listEmails } from './accounts/change-email.ts';
export { closeAccount } from './accounts/close-account.ts';
export { countUsers } from './accounts/counters.ts';
export { completeSignUp, createAdmin } from './accounts/create-user.ts';
export { findUserByEmail, hasAnyAdmin } from './accounts/find-user.ts';
export { getProfile, type Profile } from './accounts/get-profile.ts';
export { endSessionsOf, lockUser, unlockUser } from './accounts/lock-user.ts';
export { lockActor, lockUserRow } from './accounts/lock-user-row.ts';
export { assertSecondPerson, hasOtherAdmin, isSecondPerson } from './accounts/second-person.ts';
export {
  getNotifications,
  type Notifications,
  setNotifications,
  updateProfile,
} from './accounts/settings.ts';
export { sendSignUpCode, verifySignUpCode } from './accounts/sign-up-code.ts';
export { changeStaffRole, inviteStaff, listStaff, type StaffMember } from './accounts/staff.ts';
export {
  type ApiKey,
  createApiKey,
  findApiKey,
  isApiKey,
  listApiKeys,
  revokeApiKey,
} from './api-keys/api-keys.ts';
export { readAuditHead, verifyAuditLog } from './audit/audit-chain.ts';
export { type AuditLine, iterateAdminActions, listAdminActions } from './audit/list-admin-actions.ts';
export { recordAdminAction } from './audit/record-admin-action.ts';
export type { ApiKeyScope, Role } from './deps.ts';
export {
  type AccountEvents,
  type AccountHooks,
  type Actor,
  type ApiKeyCaller,
  type CallOrigin,
  type IdentityDeps,
  type IdentitySettings,
  type MailMessage,
  MailRejectedError,
  type MailTransport,
  type PasskeySite,
  type PasswordAsker,
  type PasswordHasher,
  type SessionClaims,
  type SessionTokens,
} from './deps.ts';
export { equalHex, sha256Hex } from './hashing.ts';
export { deliverMail, type MailStep } from './mail/deliver-mail.ts';
export { enqueueAlert } from './mail/enqueue-alert.ts';
export { enqueueMail } from './mail/enqueue-mail.ts';
export { listMailbox } from './mail/list-mailbox.ts';
export { addFooter, composeMail } from './mail/templates.ts';
export { findWaitingMail } from './mail/waiting-mail.ts';
export type { PasskeyAnswer } from './passkeys/passkey-answer.ts';
export {
  addPasskey,
  beginPasskey,
  listPasskeys,
  type NewPasskey,
  removePasskey,
} from './passkeys/passkeys.ts';
export {
  askForPasskey,
  assertCodeOfSession,
  beginPasskeyLogin,
  getPasskeyCode,
  logInWithPasskey,
} from './passkeys/use-passkey.ts';
export type { PasskeyCreationOptions, PasskeyRequestOptions } from './passkeys/web-authn.ts';
export { assertPassword } from './passwords/assert-password.ts';
export { changePassword } from './passwords/change-password.ts';
export { requestPasswordReset, resetPassword } from './passwords/reset-password.ts';
export { openSecret, sealSecret } from './secret-box.ts';
export { logIn } from './sessions/log-in.ts';
export {
  authenticate,
  endSessions,
  isSessionOpen,
  listOpenSessions,
  listSessions,
  logOut,
  type OpenSession,
} from './sessions/sessions.ts';
export type { LogInOrigin } from './sessions/start-session.ts';
export { hasTwoFactor } from './two-factor/has-two-factor.ts';
export { type AssertTwoFactor, withTwoFactor } from './two-factor/step-up.ts';
export {
  beginTwoFactor,
  confirmTwoFactor,
  getTwoFactor,
  removeTwoFactor,
  renewRecoveryCodes,
  resetTwoFactor,
} from './two-factor/two-factor.ts';
