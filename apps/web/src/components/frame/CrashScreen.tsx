import { t } from '../../i18n/language.ts';
import { Button } from '../../ui/Button.tsx';

/** When a page breaks or cannot be loaded: what happened, and the way on. */
export function CrashScreen({ text }: { text: string }) {
  return (
    <main id="content" className="mx-auto max-w-[440px] space-y-4 px-4 pt-16">
      <h1 className="text-2xl font-semibold">{t('crash.title')}</h1>
      <p role="alert" className="text-text-2">
        {text}
      </p>
      <Button onClick={() => location.reload()}>{t('crash.reload')}</Button>
    </main>
  );
}
