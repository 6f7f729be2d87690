export { completeSignUp, createAdmin } from './create-user.ts';
export { countUsers, getProfile, type Profile } from './get-profile.ts';
export { requestPasswordReset, resetPassword } from './reset-password.ts';
export { authenticate, logIn, logOut } from './sessions.ts';
export { sendSignUpCode, verifySignUpCode } from './sign-up-code.ts';
