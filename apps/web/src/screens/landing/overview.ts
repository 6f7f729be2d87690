import { useEffect, useState } from 'react';
import type { PoolOverview } from '../../api/trpc.ts';
import { onClockMoved } from '../../components/frame/local-network.ts';

const PATH = '/api/transparency/overview';
const REFRESH_MS = 10_000;

/** An answer as REST writes it: amounts are decimal strings. */
type Wire<Value> = Value extends bigint
  ? string
  : Value extends readonly (infer Item)[]
    ? readonly Wire<Item>[]
    : Value extends object
      ? { readonly [Name in keyof Value]: Wire<Value[Name]> }
      : Value;

export type Overview = Wire<PoolOverview>;
export type CurrencyOverview = Overview['currencies'][number];

export interface OverviewState {
  readonly data: Overview | undefined;
  /** True when the last call had no usable answer. What was read before stays. */
  readonly isFailed: boolean;
  readonly reload: () => void;
}

/**
 * Figures of the start page, read every ten seconds while the page is seen. A plain call: the page is there before the data layer of the
 * other pages could be.
 */
export function useOverview(): OverviewState {
  const [state, setState] = useState<Omit<OverviewState, 'reload'>>({ data: undefined, isFailed: false });
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    let isOver = false;
    const read = async (): Promise<void> => {
      if (document.visibilityState === 'hidden' && turn > 0) return;
      try {
        const response = await fetch(PATH);
        const answer: { status: boolean } & Overview = await response.json();
        if (!answer.status) throw new Error(PATH);
        if (!isOver) setState({ data: answer, isFailed: false });
      } catch {
        if (!isOver) setState(({ data }) => ({ data, isFailed: true }));
      }
    };
    void read();
    const next = (): void => setTurn((count) => count + 1);
    const timer = setTimeout(next, REFRESH_MS);
    const stop = onClockMoved(next);
    return () => {
      isOver = true;
      clearTimeout(timer);
      stop();
    };
  }, [turn]);
  return { ...state, reload: () => setTurn((count) => count + 1) };
}
