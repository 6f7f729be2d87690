import { lazy, Suspense } from 'react';
import { Route, Routes } from 'react-router-dom';
import { PublicFrame } from './components/PublicFrame.tsx';
import { RequireSession } from './components/RequireSession.tsx';
import { paths } from './paths.ts';
import { LandingScreen } from './screens/landing/LandingScreen.tsx';

const SignUpScreen = lazy(async () => ({
  default: (await import('./screens/account/SignUpScreen.tsx')).SignUpScreen,
}));
const LogInScreen = lazy(async () => ({
  default: (await import('./screens/account/LogInScreen.tsx')).LogInScreen,
}));
const ForgotPasswordScreen = lazy(async () => ({
  default: (await import('./screens/account/ForgotPasswordScreen.tsx')).ForgotPasswordScreen,
}));
const ResetPasswordScreen = lazy(async () => ({
  default: (await import('./screens/account/ResetPasswordScreen.tsx')).ResetPasswordScreen,
}));
const SignedInFrame = lazy(async () => ({
  default: (await import('./components/SignedInFrame.tsx')).SignedInFrame,
}));
const HomeScreen = lazy(async () => ({
  default: (await import('./screens/home/HomeScreen.tsx')).HomeScreen,
}));
const MailScreen = lazy(async () => ({ default: (await import('./screens/dev/MailScreen.tsx')).MailScreen }));
const ErrorScreen = lazy(async () => ({
  default: (await import('./screens/errors/ErrorScreen.tsx')).ErrorScreen,
}));

/** Every page of the app. */
export function AppRoutes() {
  return (
    <Suspense fallback={<p className="p-8 text-center text-text-2">Loading...</p>}>
      <Routes>
        <Route path={paths.landing} element={<LandingScreen />} />
        <Route element={<PublicFrame />}>
          <Route path={paths.signUp} element={<SignUpScreen />} />
          <Route path={paths.logIn} element={<LogInScreen />} />
          <Route path={paths.forgotPassword} element={<ForgotPasswordScreen />} />
          <Route path={paths.resetPassword} element={<ResetPasswordScreen />} />
          <Route path={paths.resetPasswordRightlySpelt} element={<ResetPasswordScreen />} />
          <Route path={paths.devMail} element={<MailScreen />} />
          <Route path={paths.unauthorized} element={<ErrorScreen kind="unauthorized" />} />
          <Route path="*" element={<ErrorScreen kind="not-found" />} />
        </Route>
        <Route element={<RequireSession />}>
          <Route element={<SignedInFrame />}>
            <Route path={paths.home} element={<HomeScreen />} />
          </Route>
        </Route>
      </Routes>
    </Suspense>
  );
}
