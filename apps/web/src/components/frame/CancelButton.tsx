import { t } from '../../i18n/language.ts';
import { Button } from '../../ui/Button.tsx';

/** Closes a form without sending it. Off while its request is under way. */
export function CancelButton({ isBusy, onCancel }: { isBusy: boolean; onCancel: () => void }) {
  return (
    <Button look="secondary" onClick={onCancel} disabled={isBusy}>
      {t('dialog.cancel')}
    </Button>
  );
}
