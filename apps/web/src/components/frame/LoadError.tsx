import { useSession } from '../../api/session.ts';
import { t } from '../../i18n/language.ts';
import { Button } from '../../ui/Button.tsx';

/** In the place of what could not be loaded: what is missing, and the way to try again. `textId` is the sentence. */
export function LoadError({ textId, onRetry }: { textId: string; onRetry: () => void }) {
  // A visitor has no balance.
  const isSignedIn = useSession() !== undefined;
  return (
    <div role="alert" className="flex flex-wrap items-center justify-between gap-3 text-sm">
      <p className="text-negative">{`${t(textId)} ${isSignedIn ? t('load.unaffected') : ''}`}</p>
      <Button look="secondary" onClick={onRetry}>
        {t('load.retry')}
      </Button>
    </div>
  );
}
