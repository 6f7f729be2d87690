import { trpc } from '../../api/trpc.ts';
import { t } from '../../i18n/language.ts';
import { Notice } from '../../ui/Notice.tsx';

const ASK_EVERY_MS = 10_000;

/** Says that the mail that someone waits for here is late, for as long as the mail server takes none. */
export function MailDelay() {
  const figures = trpc.transparency.getPoolFigures.useQuery(undefined, { refetchInterval: ASK_EVERY_MS });
  return figures.data?.isMailDelayed === true && <Notice look="warning">{t('mail.delayed')}</Notice>;
}
