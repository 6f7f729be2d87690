import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { type SnapshotView, trpc } from '../../api/trpc.ts';
import { LoadError } from '../../components/frame/LoadError.tsx';
import { formatDateTime } from '../../i18n/format.ts';
import { t } from '../../i18n/language.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Disclosure } from '../../ui/Disclosure.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';

const STEP = 3;
const SHOWN_MAX = 100;
/** Files of each snapshot that are public forever. */
const FILES = [
  'manifest.bin',
  'leaves.bin',
  'journal.bin',
  'reserves.json',
  'state-proof.json',
  'statements.json',
  'terms.json',
  'in-flight.json',
  'checkpoint.json',
  'anchor.json',
] as const;

/** Every snapshot of what is owed and held, with its files. */
export function Snapshots() {
  const [limit, setLimit] = useState(STEP);
  const figures = trpc.transparency.getPoolFigures.useQuery();
  const snapshots = trpc.transparency.listSnapshots.useQuery(
    { limit },
    { placeholderData: keepPreviousData },
  );
  const rows = snapshots.data?.data;
  const total = snapshots.data?.meta.total ?? 0;
  return (
    <Card title={t('snapshots.title')}>
      <p className="mb-4 max-w-[70ch] text-text-2">{t('snapshots.lead')}</p>
      {figures.data?.network === 'local' && <Notice look="warning">{t('snapshots.local')}</Notice>}
      {snapshots.isPending && <Skeleton className="mt-4 h-64" />}
      {snapshots.isError && rows === undefined && (
        <LoadError textId="snapshots.failed" onRetry={() => void snapshots.refetch()} />
      )}
      {rows?.length === 0 && <p className="mt-4 text-text-2">{t('snapshots.empty')}</p>}
      <ul className="mt-2 divide-y divide-line">
        {rows?.map((row) => (
          <li key={row.number} className="py-3">
            <Snapshot snapshot={row} />
          </li>
        ))}
      </ul>
      {total > limit && limit < SHOWN_MAX && (
        <Button
          look="secondary"
          className="mt-3"
          isBusy={snapshots.isFetching}
          onClick={() => setLimit(Math.min(SHOWN_MAX, 2 * limit))}
        >
          {t('snapshots.more')}
        </Button>
      )}
      {typeof snapshots.data?.firstDigest === 'string' && <First digest={snapshots.data.firstDigest} />}
      <p className="mt-4 text-sm text-text-2">{t('snapshots.command')}</p>
    </Card>
  );
}

/** The digest that names the whole history, to be kept outside of this page. */
function First({ digest }: { digest: string }) {
  return (
    <div className="mt-4 space-y-2">
      <p>
        <span className="font-medium">{t('snapshots.first')}</span>{' '}
        <code className="font-mono text-[13px]/5 break-all text-text-2">{digest}</code>
      </p>
      <p className="max-w-[70ch] text-sm text-text-2">{t('snapshots.first.text')}</p>
    </div>
  );
}

function Snapshot({ snapshot }: { snapshot: SnapshotView }) {
  const { number, cutOffAt, reason, leaves, entries, manifestDigest, anchorTxHash, verifiedBy } = snapshot;
  return (
    <>
      <p className="flex flex-wrap justify-between gap-x-4">
        <span className="font-medium">{t('snapshots.one', { number, time: formatDateTime(cutOffAt) })}</span>
        <span className="text-text-2">{t(`snapshots.reason.${reason}`)}</span>
      </p>
      <p className="text-sm text-text-2">
        {`${t('snapshots.counts', { leaves, entries })} ${anchorTxHash === null ? t('snapshots.waiting') : t('snapshots.anchored')} ${verifiedBy > 0 ? t('snapshots.verifiedBy', { count: verifiedBy }) : ''}`}
      </p>
      <Disclosure title={t('snapshots.details', { number })}>
        <dl className="space-y-2 text-sm">
          <Hash name={t('snapshots.manifest')} value={manifestDigest} />
          {anchorTxHash !== null && <Hash name={t('snapshots.anchor')} value={anchorTxHash} />}
        </dl>
        <ul className="mt-3 flex flex-wrap gap-x-4 gap-y-1 text-sm">
          {FILES.map((name) => (
            <li key={name}>
              <a
                className="inline-flex min-h-11 items-center text-primary underline"
                href={`/api/transparency/snapshots/${number}/${name}`}
                download={`glasspool-${number}-${name}`}
              >
                {name}
              </a>
            </li>
          ))}
        </ul>
      </Disclosure>
    </>
  );
}

function Hash({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt className="text-text-2">{name}</dt>
      <dd>
        <code className="font-mono text-[13px]/5 break-all">{value}</code>
      </dd>
    </div>
  );
}
