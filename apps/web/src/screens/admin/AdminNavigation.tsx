import {
  Blocks,
  Brush,
  ChartLine,
  History,
  LayoutDashboard,
  type LucideIcon,
  PiggyBank,
  Scale,
  ScrollText,
  ShieldUser,
  UserRound,
  UsersRound,
} from 'lucide-react';
import { NavLink } from 'react-router-dom';
import { adminPaths } from '../../admin-paths.ts';
import { t } from '../../i18n/language.ts';
import { paths } from '../../paths.ts';
import { classNames } from '../../ui/class-names.ts';

interface NavigationLink {
  readonly to: string;
  readonly text: string;
  readonly Icon: LucideIcon;
}

/** Every page of the back office, by what it is about. The dashboard stands before the groups. */
const GROUPS: readonly { readonly title?: string; readonly links: readonly NavigationLink[] }[] = [
  { links: [{ to: paths.admin, text: 'admin.nav.dashboard', Icon: LayoutDashboard }] },
  {
    title: 'admin.nav.money',
    links: [
      { to: adminPaths.history, text: 'admin.nav.history', Icon: History },
      { to: adminPaths.investments, text: 'admin.nav.investments', Icon: ChartLine },
      { to: adminPaths.reserve, text: 'admin.nav.reserve', Icon: PiggyBank },
      { to: adminPaths.sweep, text: 'admin.nav.sweep', Icon: Brush },
    ],
  },
  {
    title: 'admin.nav.books',
    links: [
      { to: adminPaths.reconciliation, text: 'admin.nav.reconciliation', Icon: Scale },
      { to: adminPaths.reopened, text: 'admin.reopened', Icon: Blocks },
      { to: adminPaths.auditLog, text: 'admin.nav.auditLog', Icon: ScrollText },
    ],
  },
  {
    title: 'admin.nav.people',
    links: [
      { to: adminPaths.users, text: 'admin.nav.users', Icon: UsersRound },
      { to: adminPaths.staff, text: 'admin.nav.staff', Icon: ShieldUser },
      { to: adminPaths.profile, text: 'admin.nav.profile', Icon: UserRound },
    ],
  },
];

/** Links to every page of the back office, in groups. */
export function AdminNavigation({ onFollow }: { onFollow?: () => void }) {
  return (
    <nav aria-label={t('admin.nav.label')} className="mt-4 space-y-4">
      {GROUPS.map(({ title, links }) => (
        <div key={title ?? ''}>
          {title !== undefined && (
            <h2 className="mb-1 px-3 text-[13px]/[18px] font-medium text-text-3">{t(title)}</h2>
          )}
          <ul className="space-y-1">
            {links.map((link) => (
              <NavigationItem key={link.to} link={link} onFollow={onFollow} />
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

interface NavigationItemProps {
  readonly link: NavigationLink;
  readonly onFollow: (() => void) | undefined;
}

function NavigationItem({ link: { to, text, Icon }, onFollow }: NavigationItemProps) {
  return (
    <li>
      <NavLink
        to={to}
        end={to === paths.admin}
        onClick={onFollow}
        className={({ isActive }) =>
          classNames(
            'flex min-h-11 items-center gap-3 rounded-control px-3 font-medium',
            isActive ? 'bg-primary-soft text-primary' : 'text-text-2 hover:bg-sunken hover:text-text',
          )
        }
      >
        <Icon aria-hidden size={20} />
        <span>{t(text)}</span>
      </NavLink>
    </li>
  );
}
