import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import './last-press.ts';
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
  /** Takes no press for a moment, and keeps the focus. */
  isQuiet?: boolean;
};

/** A button of at least 44 px. Says what pressing it does. */
export function Button({
  look = 'primary',
  isBusy,
  isQuiet,
  disabled,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  const isOnline = useIsOnline();
  const isOff = disabled === true || (isBusy !== undefined && !isOnline);
  // Not `disabled`, which would take the focus away from a person without a pointer.
  const isHeld = isBusy === true || isQuiet === true;
  return (
    <button
      {...rest}
      type={type}
      disabled={isOff}
      aria-disabled={isHeld || undefined}
      aria-busy={isBusy === true}
      onClick={(event) => {
        // Enter in a field of the form presses its button too.
        if (isHeld) event.preventDefault();
        else onClick?.(event);
      }}
      className={classNames(
        'inline-flex min-h-12 items-center justify-center gap-2 rounded-control px-5 font-medium transition-opacity duration-120',
        'off:cursor-not-allowed off:border off:border-line off:bg-sunken off:text-text-3',
        LOOKS[look],
        className,
      )}
    >
      {isBusy === true && <Spinner />}
      {typeof children === 'string' ? <span>{children}</span> : children}
    </button>
  );
}
