import { useRef } from 'react';
import { notify } from '../../api/notify.ts';
import { countRequests, wasRepeated } from '../../api/sent.ts';
import { t } from '../../i18n/language.ts';
import type { MoneyPress } from './MoneyButton.tsx';

type Mutate<Input> = (input: Input, options: { onSettled: () => void }) => void;

/**
 * The only way to send a request that moves or commits money: with the press of a money button, and one at a time. A button is busy only
 * after the next drawing; two presses may come before it.
 */
export function useMoneyRequest<Input>(mutate: Mutate<Input>): (press: MoneyPress, input: Input) => void {
  const isUnderWay = useRef(false);
  return (press, input) => {
    if (!press.take() || isUnderWay.current) return;
    isUnderWay.current = true;
    const since = countRequests();
    mutate(input, {
      onSettled: () => {
        isUnderWay.current = false;
        if (wasRepeated(since)) notify.success(t('request.repeated'));
      },
    });
  };
}
