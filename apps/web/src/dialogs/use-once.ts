import { useRef } from 'react';

type Mutate<Input> = (input: Input, options: { onSettled: () => void }) => void;

/**
 * Sends at most one request at a time. A button is disabled only after the next drawing; two presses may come before it, and
 * money must not move twice.
 */
export function useOnce<Input>(mutate: Mutate<Input>): (input: Input) => void {
  const isUnderWay = useRef(false);
  return (input) => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    mutate(input, {
      onSettled: () => {
        isUnderWay.current = false;
      },
    });
  };
}
