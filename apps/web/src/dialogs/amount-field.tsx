import { AmountString, type Currency, formatAmount } from '@glasspool/core';
import { useState } from 'react';
import { formatMoney } from '../components/amounts.ts';
import { t, translateSentence } from '../i18n/language.ts';
import { Field } from '../ui/Field.tsx';

interface AmountState {
  /** Text of the field, as typed so far. */
  readonly text: string;
  readonly setText: (text: string) => void;
  readonly problem: string | undefined;
  /** Returns the amount that was typed, or undefined after showing what is wrong with it. */
  readonly read: () => string | undefined;
}

/** State of a field for all or a part of an available amount. It starts with all of it. */
export function useAmountField(available: bigint): AmountState {
  const [text, setText] = useState(() => formatAmount(available));
  const [problem, setProblem] = useState<string>();
  const read = (): string | undefined => {
    const typed = AmountString.safeParse(text.trim());
    setProblem(typed.error?.issues[0]?.message);
    return typed.data;
  };
  return { text, setText, problem, read };
}

/** Field for all or a part of an available amount, with that amount as its hint. */
export function AmountField(props: { state: AmountState; currency: Currency; available: bigint }) {
  const { state, currency, available } = props;
  return (
    <Field
      label={t('invest.field', { currency })}
      hint={t('invest.available', { amount: formatMoney(available, currency) })}
      inputMode="decimal"
      autoComplete="off"
      value={state.text}
      error={state.problem && translateSentence(state.problem)}
      onChange={(event) => state.setText(event.target.value)}
    />
  );
}
