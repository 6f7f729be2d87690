import { AmountString, type Currency } from '@glasspool/core';
import { useState } from 'react';
import { AmountInput } from '../components/money/AmountInput.tsx';
import { describeProblem } from '../components/money/amount-resolver.ts';
import { formatMoney } from '../components/money/amounts.ts';
import { readTyped, toTyped } from '../components/money/typed-amount.ts';
import { t, translateSentence } from '../i18n/language.ts';

interface AmountState {
  /** Text of the field, as typed so far. */
  readonly text: string;
  readonly setText: (text: string) => void;
  readonly problem: string | undefined;
  /** Returns the amount as the server takes it, or undefined after showing what is wrong with it. */
  readonly read: () => string | undefined;
}

/** State of a field for all or a part of an available amount. It starts with all of it. */
export function useAmountField(available: bigint): AmountState {
  const [text, setText] = useState(() => toTyped(available));
  const [problem, setProblem] = useState<string>();
  const read = (): string | undefined => {
    const typed = readTyped(text);
    if (typed.problem !== undefined) {
      setProblem(describeProblem(typed.problem));
      return undefined;
    }
    const { data, error } = AmountString.safeParse(typed.plain);
    setProblem(error?.issues[0] && translateSentence(error.issues[0].message));
    return data;
  };
  return { text, setText, problem, read };
}

/** Field for all or a part of an available amount, with that amount as its hint. */
export function AmountField(props: { state: AmountState; currency: Currency; available: bigint }) {
  const { state, currency, available } = props;
  return (
    <AmountInput
      currency={currency}
      typed={state.text}
      hint={t('amount.available', { amount: formatMoney(available, currency) })}
      value={state.text}
      error={state.problem}
      onAll={() => state.setText(toTyped(available))}
      onChange={(event) => state.setText(event.target.value)}
    />
  );
}
