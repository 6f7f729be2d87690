import { USER_CURRENCIES } from '@glasspool/core';
import { type TermsView, trpc } from '../../api/trpc.ts';
import { DialogSlot } from '../../components/frame/DialogSlot.tsx';
import { LoadError } from '../../components/frame/LoadError.tsx';
import { lazyPage } from '../../components/frame/lazy-page.ts';
import { PageTitle } from '../../components/frame/PageTitle.tsx';
import { useUrlDialog } from '../../components/frame/use-url-dialog.ts';
import { formatPercent } from '../../components/money/rates.ts';
import { currentLanguage, t } from '../../i18n/language.ts';
import { Card } from '../../ui/Card.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { InviteCard } from './InviteCard.tsx';
import { ReferralBalance } from './ReferralBalance.tsx';
import { ReferralTree } from './ReferralTree.tsx';

const importTransfer = () => import('../../dialogs/transfer-referral.tsx');
const TransferReferralDialog = lazyPage(async () => (await importTransfer()).TransferReferralDialog);

/** The referral link, who invited whom, and what that brought. */
export function NetworkScreen() {
  const me = trpc.auth.getMe.useQuery();
  const referrals = trpc.referrals.listReferrals.useQuery();
  const figures = trpc.transparency.getPoolFigures.useQuery();
  const dialog = useUrlDialog(['transfer']);
  const currency = USER_CURRENCIES.find((one) => one === dialog.currency);
  const balances = { USDT: referrals.data?.referralBalance, TRX: referrals.data?.referralBalanceTrx };
  return (
    <div className="space-y-4">
      <PageTitle>{t('network.title')}</PageTitle>
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_400px]">
        <div className="space-y-4">
          {me.isPending && <Skeleton className="h-[300px] rounded-card" />}
          {me.isError && me.data === undefined && (
            <LoadError textId="network.meFailed" onRetry={() => void me.refetch()} />
          )}
          {me.data !== undefined && <InviteCard profile={me.data.user} referrals={referrals.data} />}
          <Card title={t('tree.title')}>
            {referrals.isPending && <Skeleton className="h-44" />}
            {referrals.isError && referrals.data === undefined && (
              <LoadError textId="tree.failed" onRetry={() => void referrals.refetch()} />
            )}
            {referrals.data !== undefined && <ReferralTree referrals={referrals.data.referrals} />}
          </Card>
        </div>
        <div className="space-y-4">
          {referrals.isPending && <Skeleton className="h-[240px] rounded-card" />}
          {referrals.data !== undefined && (
            <ReferralBalance
              referrals={referrals.data}
              onPrefetch={() => void importTransfer().catch(() => undefined)}
              onTransfer={(one) => dialog.open('transfer', { currency: one })}
            />
          )}
          <Card title={t('network.rule.title')}>
            <p className="text-text-2">
              {figures.data === undefined
                ? t('network.rule.textShort')
                : t('network.rule.text', describeRates(figures.data.terms))}
            </p>
          </Card>
        </div>
      </div>
      <DialogSlot name={dialog.kind} onClose={dialog.close}>
        {dialog.kind !== undefined && currency !== undefined && referrals.data !== undefined && (
          <TransferReferralDialog
            currency={currency}
            available={balances[currency] ?? 0n}
            onClose={dialog.close}
          />
        )}
      </DialogSlot>
    </div>
  );
}

/** Rates of the levels in one text, and the cap of a run, as the terms in force have them. */
function describeRates({ referralRatesPpm, referralCapPpm }: TermsView): { rates: string; cap: string } {
  const list = new Intl.ListFormat(currentLanguage(), { type: 'conjunction' });
  return { rates: list.format(referralRatesPpm.map(formatPercent)), cap: formatPercent(referralCapPpm) };
}
