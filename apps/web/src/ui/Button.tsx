import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import { Spinner } from './Spinner.tsx';

const LOOKS = {
  primary: 'bg-primary text-on-primary hover:opacity-90',
  secondary: 'border border-line-strong bg-surface text-text hover:bg-sunken',
  quiet: 'text-primary hover:bg-primary-soft',
} as const;

type ButtonProps = ComponentProps<'button'> & {
  look?: keyof typeof LOOKS;
  /** Keeps the label and shows a spinner; the button cannot be pressed again meanwhile. */
  isBusy?: boolean;
};

/** A button of at least 44 px. Says what pressing it does. */
export function Button({
  look = 'primary',
  isBusy = false,
  disabled,
  className,
  children,
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      disabled={disabled === true || isBusy}
      aria-busy={isBusy}
      className={classNames(
        'inline-flex min-h-12 items-center justify-center gap-2 rounded-control px-5 font-medium transition-opacity duration-120',
        'disabled:cursor-not-allowed disabled:border disabled:border-line disabled:bg-sunken disabled:text-text-3',
        LOOKS[look],
        className,
      )}
    >
      {isBusy && <Spinner />}
      {children}
    </button>
  );
}
