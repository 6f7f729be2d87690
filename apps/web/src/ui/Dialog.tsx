import { Dialog as BaseDialog } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '../i18n/language.ts';
import { classNames } from './class-names.ts';
import { Notice } from './Notice.tsx';
import { useIsOnline } from './use-is-online.ts';

interface DialogProps {
  readonly title: string;
  readonly children: ReactNode;
  readonly onClose: () => void;
  /** For what has two columns. */
  readonly isWide?: boolean;
}

/** A sheet on phones, a centred window from 768 px. Esc, the button and a press outside close it; the focus goes back. */
export function Dialog({ title, children, onClose, isWide = false }: DialogProps) {
  const isOnline = useIsOnline();
  return (
    <BaseDialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className="fixed inset-0 z-40 bg-black/50 transition-opacity duration-200 data-starting-style:opacity-0" />
        <BaseDialog.Popup
          className={classNames(
            'fixed inset-x-0 bottom-0 z-50 max-h-[92dvh] overflow-y-auto rounded-t-sheet bg-surface p-5 shadow-[0_-8px_40px_rgb(12_26_24/.18)] md:inset-auto md:top-1/2 md:left-1/2 md:max-w-[calc(100vw-32px)] md:-translate-x-1/2 md:-translate-y-1/2 md:rounded-card md:p-6',
            'transition-[opacity,transform] duration-[280ms] ease-[cubic-bezier(.2,.8,.2,1)] data-starting-style:opacity-0 max-md:data-starting-style:translate-y-8',
            isWide ? 'md:w-[640px]' : 'md:w-[520px]',
          )}
        >
          <div className="mb-4 flex items-start justify-between gap-4">
            <BaseDialog.Title className="text-xl/7 font-semibold tracking-[-0.015em]">
              {title}
            </BaseDialog.Title>
            <BaseDialog.Close
              aria-label={t('dialog.close')}
              className="-mt-2 -mr-2 inline-flex size-11 shrink-0 items-center justify-center rounded-control text-text-2 hover:bg-sunken"
            >
              <X aria-hidden size={20} />
            </BaseDialog.Close>
          </div>
          {!isOnline && (
            <div className="mb-4">
              <Notice look="warning">{t('dialog.offline')}</Notice>
            </div>
          )}
          {children}
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}
