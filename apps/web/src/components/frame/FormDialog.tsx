import type { ComponentProps, ReactNode } from 'react';
import { Dialog } from '../../ui/Dialog.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { MoneyForm } from '../money/MoneyButton.tsx';
import { CancelButton } from './CancelButton.tsx';

interface FormDialogProps extends Omit<ComponentProps<typeof MoneyForm>, 'beside' | 'className'> {
  readonly title: string;
  /** Outcome that takes the place of the form once the request succeeded; undefined until then. */
  readonly done: ReactNode | undefined;
  readonly onClose: () => void;
}

/** Dialog with one form for a request that moves or commits money, and its outcome. Cancel, Esc and a press outside close it. */
export function FormDialog({ title, done, onClose, ...form }: FormDialogProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      {done === undefined ? (
        <MoneyForm
          {...form}
          className="space-y-4"
          beside={<CancelButton isBusy={form.isBusy} onCancel={onClose} />}
        />
      ) : (
        <Notice look="positive">{done}</Notice>
      )}
    </Dialog>
  );
}
