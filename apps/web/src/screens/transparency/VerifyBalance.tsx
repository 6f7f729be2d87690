import type { OwnCheck } from '@glasspool/proof';
import { useState } from 'react';
import { isNotFound } from '../../api/errors.ts';
import { type AnchorView, trpc } from '../../api/trpc.ts';
import { LoadError } from '../../components/frame/LoadError.tsx';
import { saveText } from '../../components/frame/save-text.ts';
import { formatMoney } from '../../components/money/amounts.ts';
import { remember } from '../../components/proof/learner-memory.ts';
import { formatDateTime } from '../../i18n/format.ts';
import { t } from '../../i18n/language.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Disclosure } from '../../ui/Disclosure.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Audit } from './Audit.tsx';
import { CheckStatus } from './CheckStatus.tsx';
import { EntryReceipts, SaveEntries } from './EntryReceipts.tsx';
import { FormerEmail } from './FormerEmail.tsx';
import { forgetEntries, type KeptEntries } from './kept-entries.ts';
import { NodeFields } from './NodeFields.tsx';
import { OwedNothing } from './OwedNothing.tsx';
import type { OwnNodes } from './own-nodes.ts';
import { forgetManifest, rememberManifest } from './seen-manifest.ts';
import { forgetReceipts, rememberReceipt } from './seen-receipt.ts';
import { useEntryReceipts } from './use-entry-receipts.ts';
import { NodeError, useProofAnswers } from './use-proof-answers.ts';
import { type OwnReport, type VerifyRequest, verifyBalance } from './verify-balance.ts';

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
        <Checks
          email={email}
          snapshotNumber={snapshot.number}
          cutOffAt={snapshot.cutOffAt}
          firstDigest={newest.data?.firstDigest ?? null}
        />
      )}
    </Card>
  );
}

interface ChecksProps {
  readonly email: string;
  readonly snapshotNumber: number;
  readonly cutOffAt: number;
  readonly firstDigest: string | null;
}

interface Result {
  readonly report: OwnReport;
  readonly anchor: AnchorView;
  readonly nodes: OwnNodes;
}

function Checks({ email, snapshotNumber, cutOffAt, firstDigest }: ChecksProps) {
  const fetchAnswers = useProofAnswers();
  const fetchReceipts = useEntryReceipts();
  const recordVerified = trpc.transparency.recordVerified.useMutation();
  const [result, setResult] = useState<Result>();
  const [isBusy, setBusy] = useState(false);
  const [kept, setKept] = useState<KeptEntries>();
  /** Answers for another email than that of the session, until the user says whose it is. */
  const [asked, setAsked] = useState<Omit<VerifyRequest, 'email'>>();
  const [failure, setFailure] = useState<'noAnswer' | 'leftOut' | 'nodeFailed'>();
  const [nodes, setNodes] = useState<OwnNodes>({});
  const accept = (report: OwnReport): void => {
    rememberManifest(report.manifest);
    rememberReceipt(report.nonce, report.receipt);
    recordVerified.mutate({ snapshotNumber });
    remember('verified-own');
  };
  const check = (request: VerifyRequest): void => {
    const report = verifyBalance(request);
    if (isRight(report) && isCounted(report)) accept(report);
    setAsked(undefined);
    setResult({ report, anchor: request.anchor, nodes });
  };
  const verify = async (): Promise<void> => {
    setBusy(true);
    setFailure(undefined);
    try {
      const receipts = await fetchReceipts(email);
      setKept(receipts);
      const answers = await fetchAnswers(snapshotNumber, nodes.bscUrl);
      const request = { ...answers, kept: receipts, firstDigest };
      if (answers.proof.email === email) check({ ...request, email });
      else setAsked(request);
    } catch (error) {
      // A refusal is not a result of the check, and is shown apart.
      if (error instanceof NodeError) setFailure('nodeFailed');
      else setFailure(isNotFound(error) ? 'leftOut' : 'noAnswer');
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="space-y-4">
      {failure !== undefined && (
        // A newcomer is rightly in no snapshot: that is a warning, no alarm.
        <Notice look={failure === 'leftOut' ? 'warning' : 'negative'}>{t(`verify.${failure}`)}</Notice>
      )}
      {failure === 'leftOut' && kept !== undefined && kept.entryReceipts.length > 0 && (
        <SaveEntries email={email} kept={kept} />
      )}
      {asked !== undefined && (
        <FormerEmail
          email={asked.proof.email}
          onAnswer={(isOwn) => check({ ...asked, email: isOwn ? asked.proof.email : email })}
        />
      )}
      {asked === undefined && result === undefined && (
        <Start isBusy={isBusy} nodes={nodes} onNodes={setNodes} onStart={() => void verify()} />
      )}
      {result !== undefined && (
        <Report
          {...result}
          cutOffAt={cutOffAt}
          onAccept={() => accept(result.report)}
          onForget={() => setResult(undefined)}
        />
      )}
    </div>
  );
}

interface StartProps {
  readonly isBusy: boolean;
  readonly nodes: OwnNodes;
  readonly onNodes: (nodes: OwnNodes) => void;
  readonly onStart: () => void;
}

function Start({ isBusy, nodes, onNodes, onStart }: StartProps) {
  return (
    <>
      <Button isBusy={isBusy} onClick={onStart}>
        {t('verify.start')}
      </Button>
      <Disclosure title={t('verify.node.title')}>
        <NodeFields nodes={nodes} onChange={onNodes} />
      </Disclosure>
    </>
  );
}

function isRight({ checks }: OwnReport): boolean {
  return checks.every(({ status }) => status !== 'failed');
}

function isCounted({ checks }: OwnReport): boolean {
  return checks.some(({ name, status }) => name === 'counted' && status === 'ok');
}

interface ReportProps extends Result {
  readonly cutOffAt: number;
  readonly onAccept: () => void;
  readonly onForget: () => void;
}

function Report({ report, anchor, nodes, cutOffAt, onAccept, onForget }: ReportProps) {
  const { checks, usdt, trx } = report;
  const isOtherHistory = checks.some(
    ({ name, status }) => (name === 'history' || name === 'continuity') && status === 'failed',
  );
  return (
    <>
      {!isRight(report) && <Notice look="negative">{t('verify.wrong')}</Notice>}
      {isRight(report) && !isCounted(report) && <OwedNothing cutOffAt={cutOffAt} onAccept={onAccept} />}
      {isRight(report) && isCounted(report) && (
        <Notice look="positive">
          {t('verify.right', {
            usdt: formatMoney(usdt, 'USDT'),
            trx: formatMoney(trx, 'TRX'),
            time: formatDateTime(cutOffAt),
          })}
        </Notice>
      )}
      <ol className="divide-y divide-line">
        {checks.map((check) => (
          <Step key={check.name} check={check} asksOwnNode={nodes.bscUrl !== undefined} />
        ))}
      </ol>
      {(isOtherHistory || !report.entryReceipts.isSigned) && <Forget onForget={onForget} />}
      <Audit report={report} anchor={anchor ?? undefined} nodes={nodes} />
      <div className="space-y-3">
        <p className="max-w-[70ch] text-sm text-text-2">{t('verify.save.text')}</p>
        <EntryReceipts {...report.entryReceipts} />
        <Button look="secondary" onClick={() => saveText(getFileName(report), report.text)}>
          {t('verify.save')}
        </Button>
      </div>
    </>
  );
}

/** A local network that was reset has another history rightly: the user may say so. */
function Forget({ onForget }: { onForget: () => void }) {
  const forget = (): void => {
    forgetManifest();
    forgetReceipts();
    forgetEntries();
    onForget();
  };
  return (
    <div className="space-y-3">
      <p className="max-w-[70ch] text-sm text-text-2">{t('verify.forget.text')}</p>
      <Button look="secondary" onClick={forget}>
        {t('verify.forget')}
      </Button>
    </div>
  );
}

const NOT_CHECKED: Partial<Record<OwnCheck['name'], string>> = {
  counted: 'verify.askYou',
  continuity: 'verify.noReceipt',
  history: 'verify.firstTime',
};

function Step({ check, asksOwnNode }: { check: OwnCheck; asksOwnNode: boolean }) {
  const { name, status } = check;
  const notChecked = t(NOT_CHECKED[name] ?? 'verify.notYet');
  return (
    <li className="py-3">
      <p className="flex flex-wrap items-center justify-between gap-2">
        <span className="font-medium">{t(`verify.step.${name}`)}</span>
        <CheckStatus status={status} notChecked={notChecked} />
      </p>
      <p className="mt-1 text-sm text-text-2">
        {t(name === 'anchor' && asksOwnNode ? 'verify.why.anchorOwn' : `verify.why.${name}`)}
      </p>
      <Finding check={check} />
    </li>
  );
}

/** Finding of a check: a hash, a count, or what is wrong. */
function Finding({ check: { name, status, detail } }: { check: OwnCheck }) {
  if (detail === '' || (name === 'sum' && status === 'ok')) return null;
  if (status === 'failed') return <p className="mt-1 text-sm text-negative">{detail}</p>;
  if (name === 'counted') return null;
  if (name === 'continuity')
    return <p className="mt-1 text-sm text-text-3">{t('verify.found.history', { count: Number(detail) })}</p>;
  if (name === 'leaves' || name === 'entries' || name === 'history' || name === 'anchor')
    return <p className="mt-1 text-sm text-text-3">{t(`verify.found.${name}`, { count: Number(detail) })}</p>;
  return (
    <p className="mt-1 text-[13px]/5 break-all text-text-3">
      <code className="font-mono">{detail}</code>
    </p>
  );
}

function getFileName({ snapshotNumber }: OwnReport): string {
  return `glasspool-snapshot-${snapshotNumber}.json`;
}
