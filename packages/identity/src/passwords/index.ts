export { assertPassword } from './assert-password.ts';
export { changePassword } from './change-password.ts';
export { requestPasswordReset, resetPassword } from './reset-password.ts';
