export { addNote } from './add-note.ts';
export { assertPassword } from './assert-password.ts';
export { changeEmail } from './change-email.ts';
export { changePassword } from './change-password.ts';
export { closeAccount } from './close-account.ts';
export { countUsers, DERIVATION_COUNTER } from './counters.ts';
export { completeSignUp, createAdmin } from './create-user.ts';
export { getProfile, type Profile } from './get-profile.ts';
export { hasSecondFactor } from './has-second-factor.ts';
export { getUser, iterateUsers, listUsers, type UserDetails, type UserRow } from './list-users.ts';
export { endSessionsOf, lockUser, unlockUser } from './lock-user.ts';
export { lockUserRow } from './lock-user-row.ts';
export { logIn } from './log-in.ts';
export type { PasskeyAnswer } from './passkey-answer.ts';
export {
  addPasskey,
  beginPasskey,
  listPasskeys,
  type NewPasskey,
  removePasskey,
} from './passkeys.ts';
export { requestPasswordReset, resetPassword } from './reset-password.ts';
export {
  beginSecondFactor,
  confirmSecondFactor,
  getSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
  resetSecondFactor,
} from './second-factor.ts';
export { authenticate, endSessions, isSessionOpen, listSessions, logOut } from './sessions.ts';
export { getNotifications, type Notifications, setNotifications, updateProfile } from './settings.ts';
export { sendSignUpCode, verifySignUpCode } from './sign-up-code.ts';
export { changeStaffRole, inviteStaff, listStaff, type StaffMember } from './staff.ts';
export type { LogInOrigin } from './start-session.ts';
export { type AssertSecondFactor, withSecondFactor } from './step-up.ts';
export { askForPasskey, beginPasskeyLogin, getPasskeyCode, logInWithPasskey } from './use-passkey.ts';
export type { PasskeyCreationOptions, PasskeyRequestOptions } from './web-authn.ts';
