import { ChartLine, History, LayoutDashboard, type LucideIcon, UserRound, UsersRound } from 'lucide-react';
import { NavLink } from 'react-router-dom';
import { adminPaths } from '../../admin-paths.ts';
import { t } from '../../i18n/language.ts';
import { paths } from '../../paths.ts';
import { classNames } from '../../ui/class-names.ts';

const LINKS: readonly { readonly to: string; readonly text: string; readonly Icon: LucideIcon }[] = [
  { to: paths.admin, text: 'admin.nav.dashboard', Icon: LayoutDashboard },
  { to: adminPaths.history, text: 'admin.nav.history', Icon: History },
  { to: adminPaths.investments, text: 'admin.nav.investments', Icon: ChartLine },
  { to: adminPaths.users, text: 'admin.nav.users', Icon: UsersRound },
  { to: adminPaths.profile, text: 'admin.nav.profile', Icon: UserRound },
];

/** The five links of the back office, and those that its cards lead to as well. */
export function AdminNavigation({ onFollow }: { onFollow?: () => void }) {
  return (
    <nav aria-label={t('admin.nav.label')} className="mt-4">
      <ul className="space-y-1">
        {LINKS.map(({ to, text, Icon }) => (
          <li key={to}>
            <NavLink
              to={to}
              end
              onClick={onFollow}
              className={({ isActive }) =>
                classNames(
                  'flex min-h-11 items-center gap-3 rounded-control px-3 font-medium',
                  isActive ? 'bg-primary-soft text-primary' : 'text-text-2 hover:bg-sunken hover:text-text',
                )
              }
            >
              <Icon aria-hidden size={20} />
              {t(text)}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
