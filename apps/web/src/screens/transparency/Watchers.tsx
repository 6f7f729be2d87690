import { confirmationMessage, fromHex, isSignedBy } from '@glasspool/proof';
import { type ConfirmationView, trpc } from '../../api/trpc.ts';
import { LoadError } from '../../components/frame/LoadError.tsx';
import { formatDateTime } from '../../i18n/format.ts';
import { t } from '../../i18n/language.ts';
import { Card } from '../../ui/Card.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';

/** Confirmations of older snapshots say little about today. */
const SNAPSHOTS = 30;

/** Confirmations of snapshots by programs of other people. This browser checks each signature: the pool's word is not taken for them. */
export function Watchers() {
  const confirmations = trpc.transparency.listConfirmations.useQuery({});
  const snapshots = trpc.transparency.listSnapshots.useQuery({ limit: SNAPSHOTS });
  if (confirmations.isError || snapshots.isError)
    return (
      <Card title={t('watchers.title')}>
        <LoadError
          textId="watchers.failed"
          onRetry={() => void Promise.all([confirmations.refetch(), snapshots.refetch()])}
        />
      </Card>
    );
  if (confirmations.data === undefined || snapshots.data === undefined) return <Skeleton className="h-40" />;
  const { anchorAddress, data } = confirmations.data;
  const digests = new Map(snapshots.data.data.map(({ number, manifestDigest }) => [number, manifestDigest]));
  const known = data.filter(({ snapshotNumber }) => digests.has(snapshotNumber));
  const valid = known.filter(
    (one) => digests.get(one.snapshotNumber) === one.manifestDigest && isSigned(one, anchorAddress),
  );
  return (
    <Card title={t('watchers.title')}>
      <p className="mb-3 max-w-[70ch] text-text-2">{t('watchers.lead')}</p>
      {known.length > valid.length && (
        <Notice look="negative">{t('watchers.invalid', { count: known.length - valid.length })}</Notice>
      )}
      <p className="font-medium">{t('watchers.count', { count: valid.length })}</p>
      <ul className="mt-2 divide-y divide-line">
        {valid.map(({ watcher, snapshotNumber, checkedAtMs }) => (
          <li key={watcher} className="py-3">
            <p>{t('watchers.one', { number: snapshotNumber, time: formatDateTime(checkedAtMs) })}</p>
            <code className="font-mono text-[13px]/5 break-all text-text-2">{watcher}</code>
          </li>
        ))}
      </ul>
      <p className="mt-3 text-sm text-text-2">{t('watchers.command')}</p>
    </Card>
  );
}

function isSigned(one: ConfirmationView, anchorAddress: string): boolean {
  const { watcher, snapshotNumber, manifestDigest, checkedAtMs, signature } = one;
  const message = confirmationMessage({
    anchorAddress: fromHex(anchorAddress),
    snapshotNumber,
    manifestDigest: fromHex(manifestDigest),
    checkedAtMs,
  });
  return isSignedBy(fromHex(watcher), message, fromHex(signature));
}
