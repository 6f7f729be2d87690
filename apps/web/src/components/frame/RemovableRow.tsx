import type { ReactNode } from 'react';
import { MoneyButton, type MoneyPress } from '../money/MoneyButton.tsx';

interface RemovableRowProps {
  readonly title: ReactNode;
  readonly detail: string;
  /** Label of the button; with the title for readers who do not see its row. */
  readonly action: string;
  readonly name: string;
  readonly isBusy: boolean;
  readonly onRemove: (press: MoneyPress) => void;
}

/** A thing of the user's in a list, with the way to end it: a money button, for the next row moves to the place of one that ended. */
export function RemovableRow({ title, detail, action, name, isBusy, onRemove }: RemovableRowProps) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3">
      <div className="min-w-0 flex-1">
        <div className="font-medium break-all">{title}</div>
        <p className="text-[13px]/[18px] text-text-2">{detail}</p>
      </div>
      <MoneyButton
        look="secondary"
        isBusy={isBusy}
        text={action}
        name={`${action}: ${name}`}
        onPress={onRemove}
      />
    </li>
  );
}
