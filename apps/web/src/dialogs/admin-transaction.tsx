import type { Currency, LedgerCurrency } from '@glasspool/core';
import { type AdminTransactionView, trpc } from '../api/trpc.ts';
import { Copyable } from '../components/frame/Copyable.tsx';
import { LoadError } from '../components/frame/LoadError.tsx';
import { Amount } from '../components/money/Amount.tsx';
import { RecordLink } from '../components/money/RecordLink.tsx';
import { describeName, describeRecord, describeValue, readRecord } from '../components/money/record-facts.ts';
import { getStatus } from '../components/money/transactions.ts';
import { formatDateTime } from '../i18n/format.ts';
import { t } from '../i18n/language.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { Facts } from '../ui/Facts.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';

/** Coin that a network takes its fee in, by the currency that is paid. */
const FEE_CURRENCY = { USDT: 'BNB', TRX: 'TRX' } as const;
/** The ledger counts to six places, and so do its auditors. */
const LEDGER_PLACES = 6;

interface AdminTransactionDialogProps {
  readonly type: AdminTransactionView['type'];
  readonly id: string;
  readonly onClose: () => void;
}

/** One transaction: what it is, what the chain says of it, and the postings that it caused. */
export function AdminTransactionDialog({ type, id, onClose }: AdminTransactionDialogProps) {
  const details = trpc.transactions.getAdminTransaction.useQuery({ type, id });
  const row = details.data?.transaction;
  return (
    <Dialog title={t(`admin.types.${type}`)} onClose={onClose} isWide>
      {details.isPending && <Skeleton className="h-64" />}
      {details.isError && row === undefined && (
        <LoadError textId="admin.detail.failed" onRetry={() => void details.refetch()} />
      )}
      {details.data !== undefined && row !== undefined && (
        <div className="space-y-5 text-sm">
          <Facts
            facts={[
              [
                t('admin.history.amount'),
                <Amount key="amount" micro={row.amount} currency={row.currency} places={LEDGER_PLACES} />,
              ],
              [t('admin.history.status'), getStatus(row)],
              [t('admin.history.date'), formatDateTime(row.timestamp)],
              [t('admin.detail.user'), <Owner key="user" row={row} />],
              [t('admin.detail.id'), row._id],
            ]}
          />
          {row.to !== null && (
            <Copyable title={t('transaction.to')} text={row.to} label={t('transaction.copyTo')} />
          )}
          {row.txHash !== null && (
            <Copyable title={t('transaction.hash')} text={row.txHash} label={t('transaction.copyHash')} />
          )}
          <section>
            <h3 className="mb-2 font-semibold">{t('admin.detail.facts')}</h3>
            <Facts
              facts={details.data.facts.map((fact) => [
                getName(fact),
                <span key={fact.name} className="break-words">
                  {describeFact(fact, row.currency)}
                </span>,
              ])}
            />
          </section>
          <Transfers transfers={details.data.transfers} />
        </div>
      )}
    </Dialog>
  );
}

/** The user, with a link to their page; the operator; or everyone whom a reward run paid. */
function Owner({ row: { userId, email, isOperator } }: { row: AdminTransactionView }) {
  return userId === null ? (
    t(isOperator ? 'admin.detail.operator' : 'admin.detail.everyone')
  ) : (
    <RecordLink id={userId}>{email ?? userId}</RecordLink>
  );
}

interface FactView {
  readonly name: string;
  readonly value: string;
}

/** States of a withdrawal are named as in its history, columns by their words. */
function getName({ name, value }: FactView): string {
  return value.startsWith('{') ? getStatus({ status: name }) : describeName(name);
}

/** Evidence of a state in lines; the fee of a transaction in the coin of its network. */
function describeFact({ name, value }: FactView, currency: Currency) {
  if (!value.startsWith('{')) {
    return describeValue(name, value, name === 'amount micro' ? FEE_CURRENCY[currency] : currency);
  }
  const lines = describeRecord(readRecord(value), currency);
  return lines.length === 0
    ? '–'
    : lines.map((line) => (
        <span key={line} className="block">
          {line}
        </span>
      ));
}

interface TransferView {
  readonly reference: string;
  readonly createdAt: number;
  readonly postings: readonly {
    readonly path: string;
    readonly currency: LedgerCurrency;
    readonly amount: bigint;
  }[];
}

function Transfers({ transfers }: { transfers: readonly TransferView[] }) {
  return (
    <section>
      <h3 className="mb-2 font-semibold">{t('admin.detail.postings')}</h3>
      {transfers.length === 0 && <p className="text-text-2">{t('admin.detail.noPostings')}</p>}
      <ul className="space-y-3">
        {transfers.map(({ reference, createdAt, postings }) => (
          <li key={reference} className="rounded-control border border-line p-3">
            <p className="font-mono text-[13px] break-all">{reference}</p>
            <p className="text-[13px]/[18px] text-text-3">{formatDateTime(createdAt)}</p>
            <ul className="mt-2 space-y-1">
              {postings.map(({ path, currency, amount }) => (
                <li key={path} className="flex flex-wrap justify-between gap-x-4">
                  <span className="break-all">{path}</span>
                  <span className="ml-auto">
                    <Amount
                      micro={amount < 0n ? -amount : amount}
                      currency={currency}
                      sign={amount < 0n ? '−' : '+'}
                      places={LEDGER_PLACES}
                    />
                  </span>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </section>
  );
}
