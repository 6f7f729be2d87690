import { Dialog as BaseDialog } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '../i18n/language.ts';
import { classNames } from './class-names.ts';

interface SideSheetProps {
  readonly title: string;
  readonly side: 'left' | 'right';
  readonly children: ReactNode;
  readonly onClose: () => void;
}

/** A sheet that slides in from a side. Esc, its button and a press outside close it; the focus stays in it and goes back after. */
export function SideSheet({ title, side, children, onClose }: SideSheetProps) {
  return (
    <BaseDialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className="fixed inset-0 z-40 bg-black/50 transition-opacity duration-200 data-starting-style:opacity-0" />
        <BaseDialog.Popup
          className={classNames(
            'fixed inset-y-0 z-50 w-[min(360px,calc(100vw-40px))] overflow-y-auto bg-surface p-5 transition-transform duration-200',
            side === 'left'
              ? 'left-0 data-starting-style:-translate-x-full'
              : 'right-0 data-starting-style:translate-x-full',
          )}
        >
          <div className="mb-4 flex items-start justify-between gap-4">
            <BaseDialog.Title className="text-lg/7 font-semibold">{title}</BaseDialog.Title>
            <BaseDialog.Close
              aria-label={t('dialog.close')}
              className="-mt-2 -mr-2 inline-flex size-11 shrink-0 items-center justify-center rounded-control text-text-2 hover:bg-sunken"
            >
              <X aria-hidden size={20} />
            </BaseDialog.Close>
          </div>
          {children}
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}
