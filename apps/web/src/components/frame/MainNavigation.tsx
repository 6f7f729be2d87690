import { History, House, LifeBuoy, Settings, Users } from 'lucide-react';
import { NavLink } from 'react-router-dom';
import { t } from '../../i18n/language.ts';
import { paths } from '../../paths.ts';
import { classNames } from '../../ui/class-names.ts';

const TABS = [
  { to: paths.home, text: 'nav.home', Icon: House },
  { to: paths.history, text: 'nav.history', Icon: History },
  { to: paths.network, text: 'nav.network', Icon: Users },
  { to: paths.support, text: 'nav.support', Icon: LifeBuoy },
  { to: paths.settings, text: 'nav.settings', Icon: Settings },
] as const;

/** The tabs: along the bottom on phones, a rail on the left from 1024 px. */
export function MainNavigation() {
  return (
    <nav
      aria-label={t('nav.label')}
      className="fixed inset-x-0 bottom-0 z-20 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] lg:inset-x-auto lg:inset-y-0 lg:left-0 lg:z-10 lg:w-[88px] lg:border-t-0 lg:border-r lg:pt-[calc(104px+var(--local-bar-height))] short:static short:lg:fixed print:hidden"
    >
      <ul className="mx-auto grid max-w-[480px] grid-cols-5 lg:max-w-none lg:grid-cols-1 lg:gap-2 lg:px-2">
        {TABS.map(({ to, text, Icon }) => (
          <li key={to}>
            <NavLink
              to={to}
              className={({ isActive }) =>
                classNames(
                  'relative flex min-h-16 flex-col items-center justify-center gap-1 text-[13px]/[18px] lg:rounded-control',
                  isActive
                    ? 'font-semibold text-primary before:absolute before:top-0 before:h-[3px] before:w-10 before:rounded-full before:bg-primary lg:bg-primary-soft lg:before:hidden'
                    : 'font-medium text-text-2 hover:text-text',
                )
              }
            >
              {({ isActive }) => (
                <>
                  <Icon aria-hidden size={22} strokeWidth={isActive ? 2.5 : 1.75} />
                  <span>{t(text)}</span>
                </>
              )}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
