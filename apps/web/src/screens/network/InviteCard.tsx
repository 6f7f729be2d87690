import type { ProfileView, ReferralsView } from '../../api/trpc.ts';
import { t } from '../../i18n/language.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Facts } from '../../ui/Facts.tsx';

interface InviteCardProps {
  readonly profile: ProfileView;
  readonly referrals: ReferralsView | undefined;
}

/** The link to share, who invited the user, and how many levels there are below. */
export function InviteCard({ profile, referrals }: InviteCardProps) {
  const link = `${location.origin}${paths.signUp}?ref=${profile.referralCode}`;
  return (
    <Card title={t('invite.title')}>
      <div className="mb-4 flex flex-wrap items-center gap-3 rounded-control bg-sunken p-3">
        <code className="min-w-0 flex-1 font-mono text-[13px]/6 break-all" data-testid="referral-link">
          {link}
        </code>
        <CopyButton text={link} label={t('invite.copy')} copiedText={t('invite.copied')} />
        {'share' in navigator && (
          <Button look="quiet" onClick={() => void share(link)}>
            {t('invite.share')}
          </Button>
        )}
      </div>
      <Facts
        facts={[
          [t('invite.referredBy'), profile.referredBy ?? t('invite.noOne')],
          [t('invite.level'), levelsWithPeople(referrals)],
          [t('invite.total'), referrals?.totalReferrals ?? t('unavailable')],
        ]}
      />
    </Card>
  );
}

function levelsWithPeople(referrals: ReferralsView | undefined): number | string {
  if (referrals === undefined) return t('unavailable');
  return Object.values(referrals.referrals).filter((level) => level.length > 0).length;
}

async function share(url: string): Promise<void> {
  try {
    await navigator.share({ title: 'Glasspool', text: t('ribbon.text'), url });
  } catch (error) {
    // Closing the system's sheet is an answer, not a failure.
    if (!(error instanceof DOMException && error.name === 'AbortError')) throw error;
  }
}
