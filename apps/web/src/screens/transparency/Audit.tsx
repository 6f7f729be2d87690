import { type AnchorOnChain, getPseudonym } from '@glasspool/proof';
import { useEffect, useRef, useState } from 'react';
import { readDeviceClock } from '../../api/clock.ts';
import { t } from '../../i18n/language.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { AuditGroups } from './AuditGroups.tsx';
import type { AuditLine } from './audit-snapshot.ts';
import type { OwnNodes } from './own-nodes.ts';
import { runAudit } from './run-audit.ts';
import type { OwnReport } from './verify-balance.ts';

interface AuditProps {
  readonly report: OwnReport;
  readonly anchor: AnchorOnChain | undefined;
  readonly nodes: OwnNodes;
}

/** The other way: everything that the pool publishes, checked here as the auditor's command does it. */
export function Audit({ report, anchor, nodes }: AuditProps) {
  const [progress, setProgress] = useState<number>();
  const [lines, setLines] = useState<readonly AuditLine[]>([]);
  const [end, setEnd] = useState<'done' | 'failed'>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const start = async (): Promise<void> => {
    setLines([]);
    setEnd(undefined);
    setProgress(0);
    const controller = new AbortController();
    running.current = controller;
    const { signal } = controller;
    const { snapshotNumber, manifest, nonce, leaves: ownLeaves, ownEntries, anchorTxHash } = report;
    const ownName = getPseudonym(nonce, snapshotNumber);
    const request = {
      snapshotNumber,
      manifest,
      ownLeaves,
      ownName,
      ownEntries,
      anchor,
      anchorTxHash,
      nodes,
      // An auditor does not take the age of the books from the pool.
      nowMs: readDeviceClock(),
    };
    const line = (one: AuditLine): void => setLines((before) => [...before, one]);
    try {
      await runAudit(request, { signal, progress: setProgress, line });
      setEnd('done');
    } catch {
      // The worker broke off: nothing is known of what it had not come to.
      if (!signal.aborted) setEnd('failed');
    } finally {
      setProgress(undefined);
    }
  };
  return (
    <div className="space-y-3">
      <p className="max-w-[70ch] text-sm text-text-2">{t('verify.all.text')}</p>
      <Button look="secondary" isBusy={progress !== undefined} onClick={() => void start()}>
        {t('verify.all.start')}
      </Button>
      {progress !== undefined && (
        <p role="status" className="text-sm text-text-2">
          {t('verify.all.progress', { leaves: progress })}
        </p>
      )}
      {end === 'failed' && <Notice look="negative">{t('verify.all.failed')}</Notice>}
      {end === 'done' && <Summary lines={lines} />}
      {lines.length > 0 && <AuditGroups lines={lines} />}
    </div>
  );
}

/** Summary of a check. Steps that could not be checked are named together with those that passed. */
function Summary({ lines }: { lines: readonly AuditLine[] }) {
  if (lines.some(({ status }) => status === 'failed'))
    return <Notice look="negative">{t('verify.all.wrong')}</Notice>;
  const unchecked = lines.filter(({ status }) => status === 'not checked').length;
  return (
    <Notice look={unchecked === 0 ? 'positive' : 'warning'}>{t('verify.all.right', { unchecked })}</Notice>
  );
}
