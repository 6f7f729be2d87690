import type { ReferralsView } from '../../api/trpc.ts';
import { formatMoney } from '../../components/money/amounts.ts';
import { t } from '../../i18n/language.ts';
import { Disclosure } from '../../ui/Disclosure.tsx';

type Referral = ReferralsView['referrals']['level1'][number];

const LEVELS = [
  { key: 'level1', level: 1 },
  { key: 'level2', level: 2 },
  { key: 'level3', level: 3 },
] as const;

/** The people below the user, level by level, with what they staked and what that brought. */
export function ReferralTree({ referrals }: { referrals: ReferralsView['referrals'] }) {
  const isEmpty = LEVELS.every(({ key }) => referrals[key].length === 0);
  if (isEmpty) return <p className="text-text-2">{t('tree.empty')}</p>;
  return LEVELS.filter(({ key }) => referrals[key].length > 0).map(({ key, level }) => (
    <Disclosure
      key={key}
      title={t('tree.level', { level, count: referrals[key].length })}
      isOpenAtFirst={level === 1}
    >
      <ul className="divide-y divide-line">
        {referrals[key].map((referral) => (
          <ReferralRow key={referral.userName} referral={referral} />
        ))}
      </ul>
    </Disclosure>
  ));
}

function ReferralRow({ referral }: { referral: Referral }) {
  const { userName, staked, stakedTrx, reward, rewardTrx } = referral;
  return (
    <li className="flex flex-wrap justify-between gap-x-6 gap-y-1 py-2.5">
      <p className="font-medium text-text">{userName}</p>
      <div className="text-right text-sm">
        <p>{t('tree.staked', { usdt: formatMoney(staked, 'USDT'), trx: formatMoney(stakedTrx, 'TRX') })}</p>
        <p>{t('tree.reward', { usdt: formatMoney(reward, 'USDT'), trx: formatMoney(rewardTrx, 'TRX') })}</p>
      </div>
    </li>
  );
}
