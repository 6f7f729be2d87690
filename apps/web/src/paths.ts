/** Every address of the app. */
export const paths = {
  landing: '/',
  signUp: '/signup',
  logIn: '/login',
  forgotPassword: '/reset-link',
  /** As the specification spells it, and as the mail links to it; the right spelling works too. */
  resetPassword: '/reset-passord/:token',
  resetPasswordRightlySpelt: '/reset-password/:token',
  /** The same page once the token has left the address. */
  resetPasswordWithoutToken: '/reset-password',
  home: '/home',
  history: '/history',
  network: '/network',
  support: '/support',
  settings: '/settings',
  transparency: '/transparency',
  lab: '/lab',
  timeMachine: '/lab/time',
  courses: '/lab/courses',
  receipts: '/receipts',
  admin: '/school',
  unauthorized: '/unauthorized',
  devMail: '/dev/mail',
  devUi: '/dev/ui',
} as const;

/** Target of the ribbon's 'What is this?'. */
export const ABOUT_TEST_NETWORK = '/#test-network';

/** The pool in three steps, on the start page. */
export const HOW_IT_WORKS = '/#how';

/** Pages of the server itself: the description of the API, and the license as the build copies it. */
export const API_DOCS = '/api/docs/';
export const LICENSE_TEXT = '/license.txt';

/** Description of the pool, its risks, and how to check its books; made from apps/web/about/about.html. */
export const ABOUT_PDF = '/about.pdf';
