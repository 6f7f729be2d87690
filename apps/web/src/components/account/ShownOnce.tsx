import { t } from '../../i18n/language.ts';
import { Button } from '../../ui/Button.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Notice } from '../../ui/Notice.tsx';

/** A secret that the server cannot show again. */
export function ShownOnce({
  secret,
  warning,
  onDone,
}: {
  secret: string;
  warning: string;
  onDone: () => void;
}) {
  return (
    <div className="space-y-4">
      <Notice look="warning">{warning}</Notice>
      <div className="flex flex-wrap items-center gap-3 rounded-control bg-sunken p-3">
        <code className="min-w-0 flex-1 font-mono text-[13px] break-all" data-testid="shown-once">
          {secret}
        </code>
        <CopyButton text={secret} label={t('programs.copy')} />
      </div>
      <Button onClick={onDone}>{t('programs.kept')}</Button>
    </div>
  );
}
