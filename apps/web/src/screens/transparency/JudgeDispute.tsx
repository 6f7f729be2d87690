import type { DisputeVerdict } from '@glasspool/proof';
import { useId, useState } from 'react';
import { useIsReady } from '../../components/frame/use-is-ready.ts';
import { t } from '../../i18n/language.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { judgeDispute } from './judge-dispute.ts';

/** Largest report that a browser saves, and more. */
const FILE_BYTES_MAX = 4_194_304;
const LOOKS = {
  'pool lied': 'negative',
  'claim not supported': 'positive',
  'cannot tell': 'warning',
} as const;

type Outcome = DisputeVerdict | 'unreadable' | 'noVerdict' | 'tooLarge';

/** Judges a report that someone saved, from what the pool signed and publishes: no one's word is taken. */
export function JudgeDispute() {
  const id = useId();
  const isReady = useIsReady();
  const [file, setFile] = useState<File>();
  const [isBusy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>();
  const judge = async (chosen: File): Promise<void> => {
    setBusy(true);
    setOutcome(await findOutcome(chosen));
    setBusy(false);
  };
  // While the build draws the page its address is not known.
  const origin = isReady ? window.location.origin : '…';
  const command = `npx glasspool-verify ${origin} --dispute report.json`;
  return (
    <Card title={t('receipts.dispute')}>
      <p className="mb-4 max-w-[70ch] text-text-2">{t('receipts.dispute.lead')}</p>
      <ol className="mb-5 max-w-[70ch] list-decimal space-y-1 pl-5 text-text-2">
        {(['save', 'give', 'judge'] as const).map((step) => (
          <li key={step}>{t(`receipts.dispute.${step}`)}</li>
        ))}
      </ol>
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
        {t('receipts.file')}
      </label>
      <input
        id={id}
        type="file"
        disabled={!isReady}
        accept=".json,application/json"
        onChange={(event) => {
          setFile(event.target.files?.[0]);
          setOutcome(undefined);
        }}
        className="mb-4 block min-h-12 w-full max-w-[420px] rounded-control border border-line-strong bg-surface p-2.5 text-sm"
      />
      <Button isBusy={isBusy} disabled={file === undefined} onClick={() => file && void judge(file)}>
        {t('receipts.judge')}
      </Button>
      {outcome !== undefined && (
        <div className="mt-4">
          <Verdict outcome={outcome} />
        </div>
      )}
      <p className="mt-6 mb-2 max-w-[70ch] text-sm text-text-2">{t('receipts.command')}</p>
      <p className="mb-3 text-[13px] break-all">
        <code className="font-mono">{command}</code>
      </p>
      <CopyButton text={command} label={t('receipts.copyCommand')} />
    </Card>
  );
}

function Verdict({ outcome }: { outcome: Outcome }) {
  if (typeof outcome === 'string') return <Notice look="warning">{t(`receipts.${outcome}`)}</Notice>;
  const { verdict, reason } = outcome;
  return (
    <Notice look={LOOKS[verdict]}>
      <strong className="block">{t(`receipts.verdict.${verdict.replaceAll(' ', '-')}`)}</strong>
      <span>{reason}</span>
    </Notice>
  );
}

async function findOutcome(file: File): Promise<Outcome> {
  if (file.size > FILE_BYTES_MAX) return 'tooLarge';
  try {
    const news = await judgeDispute(await file.text());
    return news.kind === 'judged' ? news.verdict : 'unreadable';
  } catch {
    return 'noVerdict';
  }
}
