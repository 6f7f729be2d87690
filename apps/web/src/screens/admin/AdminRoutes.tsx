import { Navigate, Route, Routes } from 'react-router-dom';
import { adminPaths } from '../../admin-paths.ts';
import { lazyPage } from '../../components/frame/lazy-page.ts';
import { Part } from '../../components/frame/Part.tsx';
import { paths } from '../../paths.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { AdminFrame } from './AdminFrame.tsx';

const Dashboard = lazyPage(async () => (await import('./DashboardScreen.tsx')).DashboardScreen);

/** Unknown paths show the not-found page. */
const NOT_FOUND = '/not-found';

/** The pages beside the dashboard, by their address. */
const PAGES = [
  [adminPaths.history, lazyPage(async () => (await import('./HistoryScreen.tsx')).HistoryScreen)],
  [adminPaths.investments, lazyPage(async () => (await import('./InvestmentsScreen.tsx')).InvestmentsScreen)],
  [adminPaths.users, lazyPage(async () => (await import('./UsersScreen.tsx')).UsersScreen)],
  [`${adminPaths.users}/:id`, lazyPage(async () => (await import('./UserScreen.tsx')).UserScreen)],
  [adminPaths.staff, lazyPage(async () => (await import('./StaffScreen.tsx')).StaffScreen)],
  [adminPaths.profile, lazyPage(async () => (await import('./ProfileScreen.tsx')).ProfileScreen, 'security')],
  [adminPaths.reserve, lazyPage(async () => (await import('./ReserveScreen.tsx')).ReserveScreen)],
  [
    adminPaths.reconciliation,
    lazyPage(async () => (await import('./ReconciliationScreen.tsx')).ReconciliationScreen),
  ],
  [
    adminPaths.reopened,
    lazyPage(async () => (await import('./ReplacedBlocksScreen.tsx')).ReplacedBlocksScreen, 'replaced'),
  ],
  [adminPaths.auditLog, lazyPage(async () => (await import('./AuditLogScreen.tsx')).AuditLogScreen)],
  [adminPaths.sweep, lazyPage(async () => (await import('./SweepScreen.tsx')).SweepScreen)],
] as const;

/** Every page of the back office. They are listed here and not with the others, so that other users do not download the list. */
export function AdminRoutes() {
  return (
    <Part fallback={<Skeleton className="m-8 h-64" />}>
      <Routes>
        <Route element={<AdminFrame />}>
          <Route index element={<Dashboard />} />
          {PAGES.map(([path, Page]) => (
            <Route key={path} path={path.slice(paths.admin.length + 1)} element={<Page />} />
          ))}
          <Route path="*" element={<Navigate to={NOT_FOUND} replace />} />
        </Route>
      </Routes>
    </Part>
  );
}
