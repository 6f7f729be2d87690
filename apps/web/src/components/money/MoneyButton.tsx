import { type ComponentProps, Fragment, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { getPresses } from '../../ui/last-press.ts';
import { FormFrame } from '../frame/Form.tsx';

/** Time for which the button is seen before it takes a press: longer than a double click, shorter than reading. */
const QUIET_MS = 700;
/** Distance within which two presses count as one place: a finger is less exact than a pointer. */
const SAME_PLACE_PX = 24;

/** Proof that a person pressed a money button. Needed for each request that moves or commits money, and good for one. */
class Press {
  #isTaken = false;

  /** Returns true the first time. */
  take(): boolean {
    const isFirst = !this.#isTaken;
    this.#isTaken = true;
    return isFirst;
  }
}
/** The type without the class: only a button of this file makes one. */
export type MoneyPress = Press;

type MoneyButtonProps = Pick<ComponentProps<typeof Button>, 'look' | 'className' | 'autoFocus' | 'type'> & {
  /** Says what pressing it does: 'Send 20 USDT'. */
  readonly text: string;
  /** Name for readers who do not see what stands around it. */
  readonly name?: string;
  readonly isBusy: boolean;
  readonly isDisabled?: boolean;
  readonly onPress: (press: MoneyPress) => void;
};

/**
 * Button for what moves or commits money. Takes no press before it was seen for a moment, no second click of a double, and none at the
 * place where the press before was on something else.
 */
export function MoneyButton({ text, name, isBusy, isDisabled = false, onPress, ...rest }: MoneyButtonProps) {
  const { isQuiet, quietUntil, restart } = useQuiet(text, isBusy, isDisabled);
  return (
    <Button
      {...rest}
      isBusy={isBusy}
      isQuiet={isQuiet}
      disabled={isDisabled}
      aria-label={name}
      onClick={(event) => {
        // The time of the input counts: on a slow device a press may be handled long after it was made.
        const isEarly = event.timeStamp < quietUntil.current;
        const isMoved = event.detail > 0 && isWhereAnotherWas(event.currentTarget);
        if (isMoved) restart();
        if (isEarly || isMoved || event.detail > 1) event.preventDefault();
        else onPress(new Press());
      }}
    >
      {text}
    </Button>
  );
}

/** Silence of a button after it came, changed its text, or was busy. */
function useQuiet(text: string, isBusy: boolean, isDisabled: boolean) {
  const [isQuiet, setQuiet] = useState(true);
  const [round, setRound] = useState(0);
  const quietUntil = useRef(Number.POSITIVE_INFINITY);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each of them is a reason to be silent again, though none is read.
  useLayoutEffect(() => {
    quietUntil.current = Number.POSITIVE_INFINITY;
    setQuiet(true);
    let timer: ReturnType<typeof setTimeout> | undefined;
    // The second frame begins when the first one was painted.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame((now) => {
        quietUntil.current = now + QUIET_MS;
        timer = setTimeout(() => setQuiet(false), QUIET_MS);
      });
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [text, isBusy, isDisabled, round]);
  return { isQuiet, quietUntil, restart: () => setRound((count) => count + 1) };
}

/** Returns true where the press before this one was at the same place, and on something else: the button came under a resting pointer. */
function isWhereAnotherWas(button: HTMLButtonElement): boolean {
  const { last, before } = getPresses();
  if (last === undefined || before === undefined) return false;
  const isOn = (target: EventTarget | null): boolean => target instanceof Node && button.contains(target);
  const distance = Math.hypot(last.x - before.x, last.y - before.y);
  return isOn(last.target) && !isOn(before.target) && distance < SAME_PLACE_PX;
}

/** Row of a money button and, where there is one, the way back: the money button on the side where the last press was not. */
export function MoneyRow({ beside, children }: { beside?: ReactNode; children: ReactNode }) {
  const row = useRef<HTMLDivElement>(null);
  const [isLeft, setLeft] = useState(beside === undefined);
  useLayoutEffect(() => {
    const { last } = getPresses();
    const area = row.current?.getBoundingClientRect();
    if (last === undefined || area === undefined || last.x < area.left || last.x > area.right) return;
    setLeft((wasLeft) => (last.x < area.left + area.width / 2 === wasLeft ? !wasLeft : wasLeft));
  }, []);
  const cells = [
    <Fragment key="beside">{beside ?? <span />}</Fragment>,
    <Fragment key="money">{children}</Fragment>,
  ];
  return (
    <div ref={row} className="grid grid-cols-2 gap-3">
      {isLeft ? cells.reverse() : cells}
    </div>
  );
}

interface MoneyFormProps extends Omit<ComponentProps<typeof FormFrame>, 'onSubmit' | 'buttons'> {
  readonly isBusy: boolean;
  readonly isDisabled?: boolean;
  readonly submitText: string;
  readonly onMoney: (press: MoneyPress) => void;
  /** Button beside the money button, such as Cancel. */
  readonly beside?: ReactNode;
  readonly look?: Exclude<ComponentProps<typeof Button>['look'], undefined>;
}

/** Form for a request that moves or commits money: its button is a money button, which Enter in a field presses too. */
export function MoneyForm({ submitText, onMoney, beside, ...rest }: MoneyFormProps) {
  const { isBusy, isDisabled = false, look = 'primary', ...frame } = rest;
  const pressed = useRef<MoneyPress>(undefined);
  const button = (
    <MoneyButton
      type="submit"
      text={submitText}
      isBusy={isBusy}
      isDisabled={isDisabled}
      look={look}
      onPress={(press) => {
        pressed.current = press;
      }}
    />
  );
  return (
    <FormFrame
      {...frame}
      onSubmit={() => {
        const press = pressed.current;
        pressed.current = undefined;
        if (press !== undefined) onMoney(press);
      }}
      buttons={<MoneyRow beside={beside}>{button}</MoneyRow>}
    />
  );
}
