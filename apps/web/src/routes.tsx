import { Route, Routes, useLocation } from 'react-router-dom';
import { STAFF_ROLES } from './api/session.ts';
import { CrashScreen } from './components/frame/CrashScreen.tsx';
import { type LazyRoute, lazyPage } from './components/frame/lazy-page.ts';
import { PageLoading } from './components/frame/PageOutlet.tsx';
import { Part } from './components/frame/Part.tsx';
import { ScrollToHash } from './components/frame/ScrollToHash.tsx';
import { paths } from './paths.ts';

const DataRoute = lazyPage(async () => (await import('./api/DataLayer.tsx')).DataRoute);
const PublicFrame = lazyPage(async () => (await import('./components/frame/PublicFrame.tsx')).PublicFrame);
const RequireSession = lazyPage(
  async () => (await import('./components/account/RequireSession.tsx')).RequireSession,
);
const SignedInFrame = lazyPage(
  async () => (await import('./components/frame/SignedInFrame.tsx')).SignedInFrame,
  'app',
);
const LandingScreen = lazyPage(
  async () => (await import('./screens/landing/LandingScreen.tsx')).LandingScreen,
  'public',
);
const TransparencyScreen = lazyPage(
  async () => (await import('./screens/transparency/TransparencyScreen.tsx')).TransparencyScreen,
  'public',
  'proofs',
  'errors',
);
const PromisedAndPaid = lazyPage(
  async () => (await import('./screens/landing/LandingScreen.tsx')).PromisedAndPaid,
  'public',
);
const ReceiptsScreen = lazyPage(
  async () => (await import('./screens/transparency/ReceiptsScreen.tsx')).ReceiptsScreen,
  'public',
  'lab',
  'errors',
);
const SignUpScreen = lazyPage(
  async () => (await import('./screens/account/SignUpScreen.tsx')).SignUpScreen,
  'account',
  'signup',
  'errors',
);
const LogInScreen = lazyPage(
  async () => (await import('./screens/account/LogInScreen.tsx')).LogInScreen,
  'account',
  'errors',
);
const ForgotPasswordScreen = lazyPage(
  async () => (await import('./screens/account/ForgotPasswordScreen.tsx')).ForgotPasswordScreen,
  'account',
  'signup',
  'errors',
);
const ResetPasswordScreen = lazyPage(
  async () => (await import('./screens/account/ResetPasswordScreen.tsx')).ResetPasswordScreen,
  'account',
  'signup',
  'errors',
);
const HomeScreen = lazyPage(
  async () => (await import('./screens/home/HomeScreen.tsx')).HomeScreen,
  'app',
  'public',
  'member',
  'errors',
  'account',
);
const HistoryScreen = lazyPage(
  async () => (await import('./screens/history/HistoryScreen.tsx')).HistoryScreen,
  'app',
  'public',
  'member',
  'errors',
);
const NetworkScreen = lazyPage(
  async () => (await import('./screens/network/NetworkScreen.tsx')).NetworkScreen,
  'app',
  'public',
  'member',
  'errors',
);
const SupportScreen = lazyPage(
  async () => (await import('./screens/support/SupportScreen.tsx')).SupportScreen,
  'member',
);
const SettingsScreen = lazyPage(
  async () => (await import('./screens/settings/SettingsScreen.tsx')).SettingsScreen,
  'settings',
  'security',
  'app',
  'account',
  'errors',
);
const AdminRoutes = lazyPage(
  async () => (await import('./screens/admin/AdminRoutes.tsx')).AdminRoutes,
  'admin',
  'app',
  'public',
  'account',
  'errors',
);
const ErrorScreen = lazyPage(
  async () => (await import('./screens/errors/ErrorScreen.tsx')).ErrorScreen,
  'public',
);
const MailScreen = lazyPage(
  async () => (await import('./screens/dev/MailScreen.tsx')).MailScreen,
  'app',
  'local',
  'account',
  'errors',
);
const UiScreen = lazyPage(async () => (await import('./screens/dev/UiScreen.tsx')).UiScreen, 'app');

/** Found by their folder, so that the app is complete without the lab. */
const LAB_PAGES = Object.values(
  import.meta.glob<readonly LazyRoute[]>('./screens/lab/pages.ts', { eager: true, import: 'LAB_PAGES' }),
).flat();

/** Every page of the app. */
export function AppRoutes() {
  return (
    <Part
      isPage
      name={useLocation().pathname}
      fallback={<PageLoading />}
      renderFailure={({ text }) => <CrashScreen text={text} />}
    >
      <ScrollToHash />
      <Routes>
        <Route path={paths.landing} element={<LandingScreen />} />
        <Route element={<DataRoute />}>
          <Route
            path={paths.transparency}
            element={<TransparencyScreen promisedAndPaid={<PromisedAndPaid />} />}
          />
          <Route path={paths.receipts} element={<ReceiptsScreen />} />
          {LAB_PAGES.map(({ path, Page }) => (
            <Route key={path} path={path} element={<Page />} />
          ))}
          <Route element={<PublicFrame />}>
            <Route path={paths.signUp} element={<SignUpScreen />} />
            <Route path={paths.logIn} element={<LogInScreen />} />
            <Route path={paths.forgotPassword} element={<ForgotPasswordScreen />} />
            <Route path={paths.resetPassword} element={<ResetPasswordScreen />} />
            <Route path={paths.resetPasswordRightlySpelt} element={<ResetPasswordScreen />} />
            <Route path={paths.resetPasswordWithoutToken} element={<ResetPasswordScreen />} />
            <Route path={paths.devMail} element={<MailScreen />} />
            <Route path={paths.devUi} element={<UiScreen />} />
            <Route path={paths.unauthorized} element={<ErrorScreen kind="unauthorized" />} />
            <Route path="*" element={<ErrorScreen kind="notFound" />} />
          </Route>
          <Route element={<RequireSession />}>
            <Route element={<SignedInFrame />}>
              <Route path={paths.home} element={<HomeScreen />} />
              <Route path={paths.history} element={<HistoryScreen />} />
              <Route path={paths.network} element={<NetworkScreen />} />
              <Route path={paths.support} element={<SupportScreen />} />
              <Route path={paths.settings} element={<SettingsScreen />} />
            </Route>
          </Route>
          <Route element={<RequireSession onlyFor={STAFF_ROLES} />}>
            <Route path={`${paths.admin}/*`} element={<AdminRoutes />} />
          </Route>
        </Route>
      </Routes>
    </Part>
  );
}
