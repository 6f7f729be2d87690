import { describeCallError } from '../../api/errors.ts';
import { useSession } from '../../api/session.ts';
import { trpc } from '../../api/trpc.ts';
import { PasskeysCard } from '../../components/account/PasskeysCard.tsx';
import { SecurityTab } from '../../components/account/SecurityTab.tsx';
import { TwoFactorCard } from '../../components/account/TwoFactorCard.tsx';
import { AppearanceCard } from '../../components/frame/AppearanceCard.tsx';
import { PageTitle } from '../../components/frame/PageTitle.tsx';
import { t } from '../../i18n/language.ts';
import { Card } from '../../ui/Card.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { Notice } from '../../ui/Notice.tsx';

const TO_DO = {
  TWO_FACTOR_NOT_ENROLLED: 'admin.profile.enrolFirst',
  PASSWORD_CHANGE_REQUIRED: 'admin.profile.changeFirst',
} as const;

/** Account of the staff member: password, two-factor authentication, recovery codes, sessions. */
export function ProfileScreen() {
  const session = useSession();
  // The back office says what is still to be done before it opens.
  const notices = trpc.notices.listNotices.useQuery();
  const code = notices.isError ? describeCallError(notices.error, 'admin.noticesFailed').code : '';
  const toDo = Object.entries(TO_DO).find(([name]) => name === code)?.[1];
  return (
    <>
      <PageTitle>{t('admin.nav.profile')}</PageTitle>
      {toDo !== undefined && <Notice look="warning">{t(toDo)}</Notice>}
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
        <div className="space-y-6">
          <Card title={t('admin.profile.account')}>
            <Facts
              facts={[
                [t('admin.users.email'), session?.email ?? ''],
                [
                  t('admin.users.role'),
                  (session?.roles ?? []).map((role) => t(`admin.users.${role}`)).join(', '),
                ],
              ]}
            />
          </Card>
          <PasskeysCard />
          <TwoFactorCard />
          <AppearanceCard />
        </div>
        <div className="space-y-6">
          <SecurityTab />
        </div>
      </div>
    </>
  );
}
