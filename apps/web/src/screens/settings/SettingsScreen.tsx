import { Link, useSearchParams } from 'react-router-dom';
import { trpc } from '../../api/trpc.ts';
import { PasskeysCard } from '../../components/account/PasskeysCard.tsx';
import { SecurityTab } from '../../components/account/SecurityTab.tsx';
import { TwoFactorCard } from '../../components/account/TwoFactorCard.tsx';
import { AppearanceCard } from '../../components/frame/AppearanceCard.tsx';
import { LoadError } from '../../components/frame/LoadError.tsx';
import { PageTitle } from '../../components/frame/PageTitle.tsx';
import { t } from '../../i18n/language.ts';
import { classNames } from '../../ui/class-names.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { AllowlistCard } from './AllowlistCard.tsx';
import { ApiKeysCard } from './ApiKeysCard.tsx';
import { CloseAccountCard, OwnDataCard } from './CloseAccountCard.tsx';
import { EmailCard } from './EmailCard.tsx';
import { LogOutButton } from './LogOutButton.tsx';
import { NotificationsTab } from './NotificationsTab.tsx';
import { ProfileHeader } from './ProfileHeader.tsx';
import { ProfileTab } from './ProfileTab.tsx';
import { WebhooksCard } from './WebhooksCard.tsx';

const TABS = ['profile', 'security', 'notifications', 'api'] as const;
type Tab = (typeof TABS)[number];

/** Name, password, notifications; which of them stands in the address. */
export function SettingsScreen() {
  const [params] = useSearchParams();
  const tab = TABS.find((one) => one === params.get('tab')) ?? 'profile';
  const me = trpc.auth.getMe.useQuery();
  return (
    <div className="mx-auto max-w-[640px] space-y-4">
      <PageTitle>{t('settings.title')}</PageTitle>
      {me.isPending && <Skeleton className="h-20" />}
      {me.isError && me.data === undefined && (
        <LoadError textId="settings.failed" onRetry={() => void me.refetch()} />
      )}
      {me.data !== undefined && <ProfileHeader profile={me.data.user} />}
      <TabLinks current={tab} />
      {tab === 'profile' && me.isPending && <Skeleton className="h-[224px] sm:h-[236px] rounded-card" />}
      {tab === 'profile' && me.data !== undefined && <ProfileTab profile={me.data.user} />}
      {tab === 'profile' && (
        <>
          <EmailCard email={me.data?.user.email} />
          <OwnDataCard />
          <CloseAccountCard />
        </>
      )}
      {tab === 'security' && (
        <>
          <SecurityTab />
          <PasskeysCard />
          <TwoFactorCard />
          <AllowlistCard />
        </>
      )}
      {tab === 'notifications' && <NotificationsTab />}
      {tab === 'api' && (
        <>
          <ApiKeysCard />
          <WebhooksCard />
        </>
      )}
      <AppearanceCard />
      <LogOutButton />
    </div>
  );
}

function TabLinks({ current }: { current: Tab }) {
  return (
    <nav aria-label={t('settings.tabs')} className="flex gap-1 rounded-control bg-sunken p-1">
      {TABS.map((tab) => (
        <Link
          key={tab}
          to={{ search: `?tab=${tab}` }}
          replace
          aria-current={tab === current ? 'page' : undefined}
          className={classNames(
            'flex min-h-11 min-w-0 flex-1 items-center justify-center rounded-[10px] px-2 text-sm font-medium',
            tab === current ? 'bg-surface text-primary' : 'text-text-2 hover:text-text',
          )}
        >
          {t(`settings.tab.${tab}`)}
        </Link>
      ))}
    </nav>
  );
}
