import type { OwnCheck } from '@glasspool/core/solvency';
import { useState } from 'react';
import { trpc } from '../../api/trpc.ts';
import { formatMoney } from '../../components/amounts.ts';
import { LoadError } from '../../components/LoadError.tsx';
import { formatDateTime } from '../../i18n/format.ts';
import { t } from '../../i18n/language.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { type OwnReport, verifyBalance } from './verify-balance.ts';
import { WholeFile } from './WholeFile.tsx';

/** The signed-in user's own part of the newest snapshot, checked in this browser. */
export function VerifyBalance({ email }: { email: string }) {
  const newest = trpc.transparency.listSnapshots.useQuery({ limit: 1 });
  const snapshot = newest.data?.data[0];
  return (
    <Card title={t('verify.title')}>
      <p className="mb-4 max-w-[70ch] wrap-anywhere text-text-2">{t('verify.lead', { email })}</p>
      {newest.isPending && <Skeleton className="h-24" />}
      {newest.isError && newest.data === undefined && (
        <LoadError textId="snapshots.failed" onRetry={() => void newest.refetch()} />
      )}
      {newest.data !== undefined && snapshot === undefined && (
        <p className="text-text-2">{t('snapshots.empty')}</p>
      )}
      {snapshot !== undefined && (
        <Checks email={email} snapshotNumber={snapshot.number} cutOffAt={snapshot.cutOffAt} />
      )}
    </Card>
  );
}

interface ChecksProps {
  readonly email: string;
  readonly snapshotNumber: number;
  readonly cutOffAt: number;
}

function Checks({ email, snapshotNumber, cutOffAt }: ChecksProps) {
  const utils = trpc.useUtils();
  const [report, setReport] = useState<OwnReport>();
  const [isBusy, setBusy] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const verify = async (): Promise<void> => {
    setBusy(true);
    setFailed(false);
    try {
      const proof = await utils.transparency.getUserProof.fetch({ snapshotNumber });
      const { anchor } = await utils.transparency.findAnchor.fetch({ snapshotNumber });
      setReport(verifyBalance({ proof, anchor, email }));
    } catch {
      // The server's refusal is no result of a check: it is told apart.
      setFailed(true);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="space-y-4">
      {hasFailed && <Notice look="negative">{t('verify.noAnswer')}</Notice>}
      {report === undefined ? (
        <Button isBusy={isBusy} onClick={() => void verify()}>
          {t('verify.start')}
        </Button>
      ) : (
        <Report report={report} cutOffAt={cutOffAt} />
      )}
    </div>
  );
}

function Report({ report, cutOffAt }: { report: OwnReport; cutOffAt: number }) {
  const { checks, usdt, trx } = report;
  const isRight = checks.every(({ status }) => status !== 'failed');
  return (
    <>
      <Notice look={isRight ? 'positive' : 'negative'}>
        {isRight
          ? t('verify.right', {
              usdt: formatMoney(usdt, 'USDT'),
              trx: formatMoney(trx, 'TRX'),
              time: formatDateTime(cutOffAt),
            })
          : t('verify.wrong')}
      </Notice>
      <ol className="divide-y divide-line">
        {checks.map((check) => (
          <Step key={check.name} check={check} />
        ))}
      </ol>
      <WholeFile report={report} />
      <Button look="secondary" onClick={() => save(report)}>
        {t('verify.save')}
      </Button>
    </>
  );
}

function Step({ check }: { check: OwnCheck }) {
  const { name, status } = check;
  return (
    <li className="py-3">
      <p className="flex flex-wrap items-center justify-between gap-2">
        <span className="font-medium">{t(`verify.step.${name}`)}</span>
        {status === 'not checked' ? (
          <span className="text-sm text-text-2">{t('verify.notYet')}</span>
        ) : (
          <StatusBadge isGood={status === 'ok'}>
            {t(status === 'ok' ? 'verify.ok' : 'verify.failed')}
          </StatusBadge>
        )}
      </p>
      <p className="mt-1 text-sm text-text-2">{t(`verify.why.${name}`)}</p>
      <Finding check={check} />
    </li>
  );
}

/** What a check found: a fingerprint, a count, or what is wrong. */
function Finding({ check: { name, status, detail } }: { check: OwnCheck }) {
  if (detail === '' || (name === 'sum' && status === 'ok')) return null;
  if (status === 'failed') return <p className="mt-1 text-sm text-negative">{detail}</p>;
  if (name === 'leaves' || name === 'anchor')
    return <p className="mt-1 text-sm text-text-3">{t(`verify.found.${name}`, { count: Number(detail) })}</p>;
  return (
    <p className="mt-1 text-[13px]/5 break-all text-text-3">
      <code className="font-mono">{detail}</code>
    </p>
  );
}

function save(report: OwnReport): void {
  const url = URL.createObjectURL(new Blob([report.text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `glasspool-snapshot-${report.snapshotNumber}.json`;
  link.click();
  URL.revokeObjectURL(url);
}
