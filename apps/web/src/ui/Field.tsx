import { type ComponentProps, type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';

type FieldProps = ComponentProps<'input'> & {
  label: string;
  /** Problem with the value, for the person who typed it. */
  error?: string | undefined;
  hint?: ReactNode;
  /** A button or mark at the end of the field. */
  end?: ReactNode;
};

/** A labelled input. Its error is announced and tied to it. */
export function Field({ label, error, hint, end, className, ...input }: FieldProps) {
  const id = useId();
  const describedBy = [error !== undefined && `${id}-error`, hint !== undefined && `${id}-hint`]
    .filter(Boolean)
    .join(' ');
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
        {label}
      </label>
      <div className="relative">
        <input
          {...input}
          id={id}
          aria-invalid={error !== undefined}
          aria-describedby={describedBy === '' ? undefined : describedBy}
          className={classNames(
            'min-h-12 w-full rounded-control border bg-surface px-4 text-base placeholder:text-text-3 read-only:bg-sunken disabled:bg-sunken',
            end !== undefined && 'pr-20',
            error === undefined ? 'border-line-strong' : 'border-negative',
          )}
        />
        {end !== undefined && <div className="absolute inset-y-0 right-0.5 flex items-center">{end}</div>}
      </div>
      {hint !== undefined && (
        <p id={`${id}-hint`} className="mt-1.5 text-[13px]/[18px] text-text-2">
          {hint}
        </p>
      )}
      {error !== undefined && (
        <p id={`${id}-error`} role="alert" className="mt-1.5 text-sm text-negative">
          {error}
        </p>
      )}
    </div>
  );
}
