import type { ReactNode } from 'react';
import { Dialog } from '../ui/Dialog.tsx';
import { Notice } from '../ui/Notice.tsx';
import { CancelButton } from './CancelButton.tsx';
import { Form, type FormProps } from './Form.tsx';

interface FormDialogProps extends Omit<FormProps, 'beside' | 'className' | 'isWide'> {
  readonly title: string;
  /** Outcome that takes the place of the form once the request succeeded; undefined until then. */
  readonly done: ReactNode | undefined;
  readonly onClose: () => void;
}

/** Dialog with one form, and its outcome. Cancel, Esc and a press outside close it. */
export function FormDialog({ title, done, onClose, ...form }: FormDialogProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      {done === undefined ? (
        <Form
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
