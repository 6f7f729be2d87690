import { type ReactNode, useMemo } from 'react';
import { countRequests, judgeSent } from '../../api/sent.ts';
import { t } from '../../i18n/language.ts';
import { Button } from '../../ui/Button.tsx';
import { Part } from './Part.tsx';

interface DialogSlotProps {
  /** Name of the dialog that is open: another one gets another try. */
  readonly name: string | undefined;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Place of a page's dialogs. One that breaks, or cannot be loaded without a network, says so and leaves the page as it is. */
export function DialogSlot({ name, onClose, children }: DialogSlotProps) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: counted when a dialog opens.
  const since = useMemo(countRequests, [name]);
  return (
    <Part
      name={name}
      renderFailure={({ text, isMissing }) => (
        // Drawn without the library of the dialogs, which may be what is missing.
        <div
          role="alert"
          className="fixed inset-x-4 bottom-24 z-50 mx-auto max-w-[520px] space-y-4 rounded-card border border-line bg-surface p-5 shadow-[0_8px_40px_rgb(12_26_24/.18)]"
        >
          <p className="text-lg font-semibold">{isMissing ? text : t('crash.title')}</p>
          <p className="text-text-2">{t(`broken.${judgeSent(since)}`)}</p>
          <div className="grid grid-cols-2 gap-3">
            <Button look="secondary" onClick={onClose}>
              {t('dialog.close')}
            </Button>
            <Button onClick={() => location.reload()}>{t('crash.reload')}</Button>
          </div>
        </div>
      )}
    >
      {children}
    </Part>
  );
}
