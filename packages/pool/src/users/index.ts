export { completeSignUp, createAdmin, type SignUpRequest } from './create-user.ts';
export { countUsers, getProfile, type Profile } from './get-profile.ts';
export { assertAcceptablePassword } from './password-rules.ts';
export { authenticate, logIn, logOut } from './sessions.ts';
export { sendSignUpCode, verifySignUpCode } from './sign-up-code.ts';
