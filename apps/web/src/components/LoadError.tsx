import { t } from '../i18n/language.ts';
import { Button } from '../ui/Button.tsx';

/** In the place of what could not be loaded: what is missing, and the way to try again. `textId` is the sentence. */
export function LoadError({ textId, onRetry }: { textId: string; onRetry: () => void }) {
  return (
    <div role="alert" className="flex flex-wrap items-center justify-between gap-3 text-sm">
      <p className="text-negative">
        {t(textId)} {t('load.unaffected')}
      </p>
      <Button look="secondary" onClick={onRetry}>
        {t('load.retry')}
      </Button>
    </div>
  );
}
