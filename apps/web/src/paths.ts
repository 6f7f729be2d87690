/** Every address of the app. */
export const paths = {
  landing: '/',
  signUp: '/signup',
  logIn: '/login',
  home: '/home',
  unauthorized: '/unauthorized',
  devMail: '/dev/mail',
} as const;
