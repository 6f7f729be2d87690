/** Every address of the app. */
export const paths = {
  landing: '/',
  signUp: '/signup',
  logIn: '/login',
  forgotPassword: '/reset-link',
  /** As the specification spells it, and as the mail links to it; the right spelling works too. */
  resetPassword: '/reset-passord/:token',
  resetPasswordRightlySpelt: '/reset-password/:token',
  home: '/home',
  unauthorized: '/unauthorized',
  devMail: '/dev/mail',
} as const;
