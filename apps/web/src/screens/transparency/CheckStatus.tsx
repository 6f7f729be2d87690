import type { Check } from '@glasspool/proof';
import { t } from '../../i18n/language.ts';
import { StatusBadge } from '../../ui/StatusBadge.tsx';

/** Right, wrong, or why it was not checked. */
export function CheckStatus({ status, notChecked }: { status: Check['status']; notChecked: string }) {
  if (status === 'not checked') return <span className="text-sm text-text-2">{notChecked}</span>;
  return (
    <StatusBadge look={status === 'ok' ? 'good' : 'bad'}>
      {t(status === 'ok' ? 'verify.ok' : 'verify.failed')}
    </StatusBadge>
  );
}
