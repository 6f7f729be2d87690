import { t } from '../../i18n/language.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import type { KeptEntries } from './kept-entries.ts';
import { saveReceipts } from './save-receipts.ts';

/** States how many receipts of entries this browser keeps, and whether the pool's key signed them. */
export function EntryReceipts({ count, isSigned }: { count: number; isSigned: boolean }) {
  if (!isSigned) return <Notice look="negative">{t('verify.entries.wrong')}</Notice>;
  return <p className="max-w-[70ch] text-sm text-text-2">{t('verify.entries', { count })}</p>;
}

/** A user who is in no snapshot has the receipts of their entries to show. */
export function SaveEntries({ email, kept }: { email: string; kept: KeptEntries }) {
  return (
    <div className="space-y-3">
      <EntryReceipts count={kept.entryReceipts.length} isSigned />
      <Button look="secondary" onClick={() => saveReceipts(email, kept)}>
        {t('verify.entries.save')}
      </Button>
    </div>
  );
}
