import { TRPCClientError, type TRPCLink } from '@trpc/client';
import type { AnyTRPCRouter } from '@trpc/server';
import { observable } from '@trpc/server/observable';

/** A link whose code is loaded by the first call that goes through it. */
export function laterLink<R extends AnyTRPCRouter>(load: () => Promise<TRPCLink<R>>): TRPCLink<R> {
  return (runtime) => {
    let loading: Promise<ReturnType<TRPCLink<R>>> | undefined;
    return ({ op, next }) =>
      observable((observer) => {
        let isOver = false;
        let stop = (): void => undefined;
        loading ??= load().then((link) => link(runtime));
        loading.then(
          (run) => {
            if (!isOver) stop = run({ op, next }).subscribe(observer).unsubscribe;
          },
          (error: unknown) => {
            // The next call tries to load it again.
            loading = undefined;
            observer.error(
              TRPCClientError.from<R>(error instanceof Error ? error : new Error(String(error))),
            );
          },
        );
        return () => {
          isOver = true;
          stop();
        };
      });
  };
}
