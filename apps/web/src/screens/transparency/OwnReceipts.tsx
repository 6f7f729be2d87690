import { decodeEntry, fromHex, type JournalEntry } from '@glasspool/proof';
import { useEffect, useState } from 'react';
import { trpc } from '../../api/trpc.ts';
import { LoadError } from '../../components/frame/LoadError.tsx';
import { Amount } from '../../components/money/Amount.tsx';
import { formatDateTime } from '../../i18n/format.ts';
import { t } from '../../i18n/language.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Disclosure } from '../../ui/Disclosure.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { areSigned } from './are-signed.ts';
import type { KeptEntries, KeptEntry } from './kept-entries.ts';
import { saveReceipts } from './save-receipts.ts';
import { useEntryReceipts } from './use-entry-receipts.ts';

/** Account of the user in a receipt, which has 32 zeros for their name. */
const OWN_ACCOUNT = /^user\/0{32}\//;

interface State {
  readonly kept?: KeptEntries;
  /** Undefined until there is a snapshot whose key can be held against them. */
  readonly isSigned?: boolean;
  readonly isFailed?: boolean;
}

/** Receipts of the entries that the pool booked for the user: read, checked and kept by this browser. */
export function OwnReceipts({ email }: { email: string }) {
  const newest = trpc.transparency.listSnapshots.useQuery({ limit: 1 });
  const number = newest.data?.data[0]?.number;
  const { state, reload } = useReceipts(email, number, newest.isSuccess);
  const { kept, isSigned } = state;
  const isFailed = state.isFailed === true || newest.isError;
  const retry = (): void => {
    void newest.refetch();
    reload();
  };
  return (
    <Card title={t('receipts.own')}>
      {isFailed && <LoadError textId="receipts.failed" onRetry={retry} />}
      {kept === undefined && !isFailed && <Skeleton className="h-[277px] lg:h-[237px]" />}
      {kept !== undefined && (
        <div className="space-y-4">
          {isSigned === true && (
            <Notice look="positive">{t('receipts.signed', { count: kept.entryReceipts.length })}</Notice>
          )}
          {isSigned === false && <Notice look="negative">{t('receipts.notSigned')}</Notice>}
          {isSigned === undefined && <p className="text-text-2">{t('receipts.noSnapshot')}</p>}
          {kept.entryReceipts.length > 0 && (
            <>
              <Disclosure title={t('receipts.list', { count: kept.entryReceipts.length })} isDrawnWhenOpen>
                <ReceiptTable receipts={[...kept.entryReceipts].reverse()} />
              </Disclosure>
              <Button look="secondary" onClick={() => saveReceipts(email, kept)}>
                {t('receipts.save')}
              </Button>
              <p className="max-w-[70ch] text-sm text-text-2">{t('receipts.private')}</p>
            </>
          )}
        </div>
      )}
    </Card>
  );
}

function useReceipts(
  email: string,
  snapshotNumber: number | undefined,
  isReady: boolean,
): { state: State; reload: () => void } {
  const fetchReceipts = useEntryReceipts();
  const [state, setState] = useState<State>({});
  const [turn, setTurn] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the function is another one with each drawing; a new turn asks again.
  useEffect(() => {
    if (!isReady) return;
    let isOver = false;
    const read = async (): Promise<State> => {
      const kept = await fetchReceipts(email);
      if (snapshotNumber === undefined) return { kept };
      const response = await fetch(`/api/transparency/snapshots/${snapshotNumber}/manifest.bin`);
      if (!response.ok) throw new Error(`The manifest was not sent: ${response.status}.`);
      return { kept, isSigned: areSigned(kept, new Uint8Array(await response.arrayBuffer())) };
    };
    read().then(
      (next) => !isOver && setState(next),
      () => !isOver && setState({ isFailed: true }),
    );
    return () => {
      isOver = true;
    };
  }, [email, snapshotNumber, isReady, turn]);
  return {
    state,
    reload: () => {
      setState({});
      setTurn((before) => before + 1);
    },
  };
}

function ReceiptTable({ receipts }: { receipts: readonly KeptEntry[] }) {
  return (
    <table className="num w-full text-left text-sm">
      <caption className="sr-only">{t('receipts.own')}</caption>
      <thead className="text-[13px] text-text-3">
        <tr>
          <th className="py-2 font-medium">{t('receipts.number')}</th>
          <th className="py-2 font-medium">{t('receipts.kind')}</th>
          <th className="py-2 font-medium max-sm:hidden">{t('receipts.time')}</th>
          <th className="py-2 text-right font-medium">{t('receipts.moved')}</th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {receipts.map(({ number, entry }) => (
          <ReceiptRow key={number} number={number} entry={decodeEntry(fromHex(entry))} />
        ))}
      </tbody>
    </table>
  );
}

function ReceiptRow({ number, entry }: { number: number; entry: JournalEntry }) {
  return (
    <tr>
      <td className="py-1.5">{number}</td>
      <td className="py-1.5">
        <code className="font-mono text-[13px]">{entry.kind}</code>
      </td>
      <td className="py-1.5 max-sm:hidden">{formatDateTime(entry.createdAtMs)}</td>
      <td className="py-1.5 text-right">
        <Moved entry={entry} />
      </td>
    </tr>
  );
}

/** Amount that moved on the user's accounts; a page of a reward run names no user, and has its amounts in another file. */
function Moved({ entry: { postings } }: { entry: JournalEntry }) {
  const own = postings.find(({ account, amount }) => OWN_ACCOUNT.test(account) && amount !== 0n);
  if (own === undefined) return <span>–</span>;
  const { currency, amount } = own;
  if (currency !== 'USDT' && currency !== 'TRX') return <span>–</span>;
  return <Amount micro={amount < 0n ? -amount : amount} currency={currency} />;
}
