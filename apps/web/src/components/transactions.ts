import type { TransactionView } from '../api/trpc.ts';
import { hasText, t } from '../i18n/language.ts';

/** What a transaction is called. A type that the catalogue does not know is shown with its underscores as spaces. */
export function typeOf({ type }: Pick<TransactionView, 'type'>): string {
  const id = `transaction.type.${type}`;
  if (hasText(id)) return t(id);
  const words = type.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** How far it is. */
export function statusOf({ status }: Pick<TransactionView, 'status'>): string {
  const id = `transaction.status.${status}`;
  return hasText(id) ? t(id) : status;
}

/** Withdrawals go out; everything else comes in. */
export function isDebit({ type }: Pick<TransactionView, 'type'>): boolean {
  return type === 'withdrawal';
}
