import { Link } from 'react-router-dom';
import type { TransactionView } from '../api/trpc.ts';
import { Copyable } from '../components/frame/Copyable.tsx';
import { Amount } from '../components/money/Amount.tsx';
import { getFailure } from '../components/money/failures.ts';
import { getSign, getStatus, getTypeName } from '../components/money/transactions.ts';
import { formatDateTime } from '../i18n/format.ts';
import { t } from '../i18n/language.ts';
import { paths } from '../paths.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { Facts } from '../ui/Facts.tsx';
import { CancelWithdrawal, isCancellable } from './cancel-withdrawal.tsx';
import { RewardReceipt } from './reward-receipt.tsx';

/** Details of one row of the history, with hash and address in full. */
export function TransactionDialog({ row, onClose }: { row: TransactionView; onClose: () => void }) {
  return (
    <Dialog title={getTypeName(row)} onClose={onClose}>
      <div className="space-y-4">
        <Facts
          facts={[
            [
              t('transaction.amount'),
              <Amount key="amount" micro={row.amount} currency={row.currency} sign={getSign(row)} />,
            ],
            [t('transaction.status'), getStatus(row)],
            [t('transaction.date'), formatDateTime(row.timestamp)],
            [t('transaction.network'), t(`network.${row.network}`)],
          ]}
        />
        {row.reason !== null && <p className="text-sm text-text-2">{getFailure(row)}</p>}
        {row.waitingFor !== null && (
          <p className="text-sm text-text-2">{t(`transaction.waitingFor.${row.waitingFor}`)}</p>
        )}
        {row.type === 'withdrawal' && isCancellable(row) && <CancelWithdrawal id={row._id} />}
        {row.to !== null && (
          <Copyable title={t('transaction.to')} text={row.to} label={t('transaction.copyTo')} />
        )}
        {row.txHash !== null && (
          <Copyable title={t('transaction.hash')} text={row.txHash} label={t('transaction.copyHash')} />
        )}
        {(row.type === 'daily_payout' || row.type === 'referral_reward') && (
          <>
            <p className="text-sm text-text-2">
              <span>{t('transaction.fromReserve')}</span>{' '}
              <Link to={paths.transparency} className="font-medium text-primary underline">
                {t('transaction.seeRuns')}
              </Link>
            </p>
            <RewardReceipt transactionId={row._id} />
          </>
        )}
      </div>
    </Dialog>
  );
}
