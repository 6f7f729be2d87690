import { type LedgerCurrency, parseAmount } from '@glasspool/core';
import type { ComponentProps } from 'react';
import { t } from '../../i18n/language.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { formatExact } from './amounts.ts';
import { readTyped } from './typed-amount.ts';

type AmountInputProps = Omit<ComponentProps<typeof Field>, 'label' | 'end' | 'inputMode'> & {
  readonly currency: LedgerCurrency;
  /** Text of the field, for the line that repeats what was understood. */
  readonly typed: string;
  /** Fills in everything that is available; without it there is no button. */
  readonly onAll?: () => void;
};

/** Field for an amount in the form of the page's language. It repeats the amount that it understood. */
export function AmountInput({ currency, typed, onAll, hint, ...field }: AmountInputProps) {
  const { plain } = readTyped(typed);
  return (
    <Field
      {...field}
      label={t('amount.label', { currency })}
      inputMode="decimal"
      autoComplete="off"
      hint={
        <>
          <span className="block min-h-[18px] font-medium text-text" data-testid="amount-read">
            {plain !== undefined && `= ${formatExact(parseAmount(plain), currency)}`}
          </span>
          <span>{hint}</span>
        </>
      }
      end={
        onAll !== undefined && (
          <Button look="quiet" className="min-h-11 px-3 text-sm" disabled={field.disabled} onClick={onAll}>
            {t('withdraw.all')}
          </Button>
        )
      }
    />
  );
}
