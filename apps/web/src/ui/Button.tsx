import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import { Spinner } from './Spinner.tsx';
import { useIsOnline } from './use-is-online.ts';

const LOOKS = {
  primary: 'bg-primary text-on-primary hover:opacity-90',
  secondary: 'border border-line-strong bg-surface text-text hover:bg-sunken',
  quiet: 'text-primary hover:bg-primary-soft',
} as const;

type ButtonProps = ComponentProps<'button'> & {
  look?: keyof typeof LOOKS;
  /** Keeps the label and shows a spinner; the button cannot be pressed again meanwhile. A button that has it calls the server, so it is off without a network. */
  isBusy?: boolean;
};

/** A button of at least 44 px. Says what pressing it does. */
export function Button({
  look = 'primary',
  isBusy,
  disabled,
  className,
  children,
  type = 'button',
  ...rest
}: ButtonProps) {
  const isOnline = useIsOnline();
  const isOff = disabled === true || isBusy === true || (isBusy !== undefined && !isOnline);
  return (
    <button
      {...rest}
      type={type}
      disabled={isOff}
      aria-busy={isBusy === true}
      className={classNames(
        'inline-flex min-h-12 items-center justify-center gap-2 rounded-control px-5 font-medium transition-opacity duration-120',
        'disabled:cursor-not-allowed disabled:border disabled:border-line disabled:bg-sunken disabled:text-text-3',
        LOOKS[look],
        className,
      )}
    >
      {isBusy === true && <Spinner />}
      {children}
    </button>
  );
}
