import { useEffect, useRef } from 'react';
import { ALL_EVENTS, Gathered, useRefresh } from './refresh.ts';
import { trpc } from './trpc.ts';

/**
 * Keeps signed-in screens up to date. After a reconnect everything is asked again, so that a lost event loses nothing.
 * Answers whether the connection stands.
 */
export function useLiveUpdates(): { readonly isLive: boolean } {
  const refresh = useRefresh();
  const newest = useRef(refresh);
  newest.current = refresh;
  const gathered = useRef<Gathered>(undefined);
  gathered.current ??= new Gathered((types) => newest.current(...types));
  useEffect(() => () => gathered.current?.stop(), []);
  const subscription = trpc.events.onChange.useSubscription(undefined, {
    // Nothing told this screen of what happened between its first answers and now.
    onStarted: () => refresh(...ALL_EVENTS),
    onData: ({ type }) => gathered.current?.add(type),
  });
  return { isLive: subscription.status === 'pending' };
}
