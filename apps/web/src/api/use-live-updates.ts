import { trpc } from './trpc.ts';

/**
 * Keeps signed-in screens up to date. After a reconnect everything is asked again, so that a lost event loses nothing.
 * Answers whether the connection stands.
 */
export function useLiveUpdates(): { readonly isLive: boolean } {
  const utils = trpc.useUtils();
  const refresh = (): void => {
    void utils.wallets.invalidate();
    void utils.transactions.invalidate();
    void utils.investments.invalidate();
    void utils.referrals.invalidate();
    void utils.transparency.invalidate();
  };
  const refreshBackOffice = (): void => {
    void utils.notices.invalidate();
    void utils.withdrawals.listReviews.invalidate();
    void utils.treasury.invalidate();
    void utils.books.invalidate();
  };
  const hear = (event: { type: string }): void => {
    if (event.type === 'sweep.progress') void utils.sweeps.invalidate();
    else if (event.type !== 'notice.changed') refresh();
    refreshBackOffice();
  };
  const subscription = trpc.events.onChange.useSubscription(undefined, {
    // Whatever happened between a screen's first answers and now was heard by nobody.
    onStarted: () => {
      refresh();
      refreshBackOffice();
      void utils.sweeps.invalidate();
    },
    onData: hear,
  });
  return { isLive: subscription.status === 'pending' };
}
