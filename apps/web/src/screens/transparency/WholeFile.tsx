import { useEffect, useRef, useState } from 'react';
import { formatMoney } from '../../components/amounts.ts';
import { t } from '../../i18n/language.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import type { LeafFileResult } from './check-leaf-file.ts';
import { runLeafFileCheck } from './run-leaf-file-check.ts';
import type { OwnReport } from './verify-balance.ts';

/** The other way: every leaf of everybody, added up here. */
export function WholeFile({ report }: { report: OwnReport }) {
  const [progress, setProgress] = useState<number>();
  const [result, setResult] = useState<LeafFileResult | 'failed'>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const start = async (): Promise<void> => {
    setResult(undefined);
    setProgress(0);
    const controller = new AbortController();
    running.current = controller;
    const { signal } = controller;
    const { snapshotNumber, manifest, leaves: ownLeaves } = report;
    try {
      const request = { snapshotNumber, manifest, ownLeaves };
      setResult(await runLeafFileCheck(request, { signal, onProgress: setProgress }));
    } catch {
      // The download broke off: nothing is known of the file.
      if (!signal.aborted) setResult('failed');
    } finally {
      setProgress(undefined);
    }
  };
  return (
    <div className="space-y-3">
      <p className="max-w-[70ch] text-sm text-text-2">{t('verify.whole.text')}</p>
      <Button look="secondary" isBusy={progress !== undefined} onClick={() => void start()}>
        {t('verify.whole.start')}
      </Button>
      {progress !== undefined && (
        <p role="status" className="text-sm text-text-2">
          {t('verify.whole.progress', { leaves: progress })}
        </p>
      )}
      {result === 'failed' && <Notice look="negative">{t('verify.whole.failed')}</Notice>}
      {result !== undefined && result !== 'failed' && (
        <Notice look={result.isRight ? 'positive' : 'negative'}>
          {t(result.isRight ? 'verify.whole.right' : 'verify.whole.wrong', {
            leaves: result.leaves,
            usdt: formatMoney(result.usdt, 'USDT'),
            trx: formatMoney(result.trx, 'TRX'),
          })}
        </Notice>
      )}
    </div>
  );
}
