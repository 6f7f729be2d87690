// Goal: a button that moves or commits money takes no press that was not meant for it. Method: the button by itself, pressed by each way
// that reaches a button it did not mean: too early, as the second of a double, at the place of another button, by Enter in a field.
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { pressMoneyButton } from '../../testing/press.ts';
import { MoneyButton, MoneyForm, type MoneyPress, MoneyRow } from './MoneyButton.tsx';
import { useMoneyRequest } from './use-money-request.ts';

afterEach(cleanup);

const money = (): HTMLElement => screen.getByRole('button', { name: 'Send 20 USDT' });
const isAlive = async (): Promise<void> =>
  waitFor(() => expect(money().getAttribute('aria-disabled')).toBeNull());

function show(onPress: (press: MoneyPress) => void, isBusy = false, text = 'Send 20 USDT') {
  return (
    <>
      <button type="button">Review</button>
      <MoneyButton text={text} isBusy={isBusy} onPress={onPress} />
    </>
  );
}

/** Press of a pointer: where it is, and its place in a series of clicks. */
function pointAt(target: HTMLElement, x: number, detail = 1): void {
  // jsdom has no PointerEvent; the listener reads what a MouseEvent has too.
  fireEvent(target, new MouseEvent('pointerdown', { bubbles: true, clientX: x, clientY: 300 }));
  fireEvent.click(target, { detail });
}

describe('a money button', () => {
  it('takes no press in its first 700 ms, keeps the focus meanwhile, and takes one after', async () => {
    const onPress = vi.fn();
    render(show(onPress));
    const shownAtMs = performance.now();
    money().focus();
    fireEvent.click(money());
    expect(money().getAttribute('aria-disabled')).toBe('true');
    await isAlive();
    expect(performance.now() - shownAtMs).toBeGreaterThanOrEqual(700);
    expect(onPress).not.toHaveBeenCalled();
    expect(document.activeElement).toBe(money());
    fireEvent.click(money());
    expect(onPress).toHaveBeenCalledTimes(1);
  });

  it('takes no press again after it changed what it says, and after it was busy', async () => {
    const onPress = vi.fn();
    const { rerender } = render(show(onPress, false, 'Send 10 USDT'));
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Send/ })).not.toBeNull());
    await new Promise((resolve) => setTimeout(resolve, 900));
    rerender(show(onPress));
    fireEvent.click(money());
    await isAlive();
    rerender(show(onPress, true));
    rerender(show(onPress));
    fireEvent.click(money());
    expect(onPress).not.toHaveBeenCalled();
  });

  it('takes no press that was made before it was alive and is handled after', async () => {
    const onPress = vi.fn();
    render(show(onPress));
    const late = new MouseEvent('click', { bubbles: true, cancelable: true });
    const madeAtMs = await new Promise<number>((resolve) => requestAnimationFrame(resolve));
    // jsdom counts it from 1970, browsers from the start of the page, as frames are counted.
    Object.defineProperty(late, 'timeStamp', { value: madeAtMs });
    await isAlive();
    fireEvent(money(), late);
    expect(onPress).not.toHaveBeenCalled();
  });

  it('does not take the second click of a double', async () => {
    const onPress = vi.fn();
    render(show(onPress));
    await isAlive();
    pointAt(money(), 100, 2);
    expect(onPress).not.toHaveBeenCalled();
  });

  it('does not take a press where the one before was on something else, and takes the next one', async () => {
    const onPress = vi.fn();
    render(show(onPress));
    await isAlive();
    pointAt(screen.getByRole('button', { name: 'Review' }), 100);
    pointAt(money(), 110);
    expect(onPress).not.toHaveBeenCalled();
    await isAlive();
    pointAt(money(), 110);
    expect(onPress).toHaveBeenCalledTimes(1);
    pointAt(screen.getByRole('button', { name: 'Review' }), 400);
    pointAt(money(), 110);
    expect(onPress).toHaveBeenCalledTimes(2);
  });
});

describe('a form with a money button', () => {
  it('is sent by no Enter before the button is alive, and by one after', async () => {
    const onPress = vi.fn();
    render(
      <MoneyForm submitText="Send 20 USDT" isBusy={false} onMoney={onPress}>
        <input aria-label="Code" />
      </MoneyForm>,
    );
    // As Enter does: a click on the button of the form.
    fireEvent.click(money());
    fireEvent.submit(screen.getByLabelText('Code'));
    expect(onPress).not.toHaveBeenCalled();
    await pressMoneyButton('Send 20 USDT');
    expect(onPress).toHaveBeenCalledTimes(1);
  });
});

describe('the row of a money button', () => {
  it.each([
    [150, ['Back', 'Send 20 USDT']],
    [350, ['Send 20 USDT', 'Back']],
  ])('has it on the side where the last press, at %d of 400 px, was not', (x, names) => {
    vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 400, 48));
    render(<button type="button">Review</button>);
    pointAt(screen.getByRole('button'), x);
    cleanup();
    render(
      <MoneyRow beside={<button type="button">Back</button>}>
        <MoneyButton text="Send 20 USDT" isBusy={false} onPress={() => undefined} />
      </MoneyRow>,
    );
    vi.restoreAllMocks();
    expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(names);
  });
});

describe('a request that moves money', () => {
  it('is sent once for a press, and not beside one that is under way', async () => {
    const sent: string[] = [];
    const ends: (() => void)[] = [];
    let send: (press: MoneyPress, input: string) => void = () => undefined;
    function Sender() {
      send = useMoneyRequest<string>((input, { onSettled }) => {
        sent.push(input);
        ends.push(onSettled);
      });
      return <MoneyButton text="Send 20 USDT" isBusy={false} onPress={(press) => presses.push(press)} />;
    }
    const presses: MoneyPress[] = [];
    render(<Sender />);
    await isAlive();
    fireEvent.click(money());
    fireEvent.click(money());
    const [first, second] = presses;
    if (first === undefined || second === undefined) throw new Error('The presses were not taken.');
    send(first, 'a');
    send(first, 'b');
    send(second, 'c');
    ends[0]?.();
    send(first, 'd');
    expect(sent).toEqual(['a']);
  });
});
