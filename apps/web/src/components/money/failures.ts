import type { TransactionView } from '../../api/trpc.ts';
import { hasText, t } from '../../i18n/language.ts';

/** Reason of a withdrawal's end: what a person wrote, or one that the pool gives, in the language of the screen. */
export function getFailure({ reason, reasonCode }: Pick<TransactionView, 'reason' | 'reasonCode'>): string {
  const id = `failure.${reasonCode}`;
  return hasText(id) ? t(id) : (reason ?? '');
}
