import { trpc } from './trpc.ts';

/** Keeps signed-in screens up to date. After a reconnect everything is asked again, so that a lost event loses nothing. */
export function useLiveUpdates(): void {
  const utils = trpc.useUtils();
  const refresh = (): void => {
    void utils.wallets.invalidate();
    void utils.transactions.invalidate();
    void utils.investments.invalidate();
    void utils.transparency.invalidate();
  };
  trpc.events.onChange.useSubscription(undefined, { onStarted: refresh, onData: refresh });
}
