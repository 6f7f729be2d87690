import { type Operation, TRPCClientError, type TRPCLink } from '@trpc/client';
import type { AnyTRPCRouter } from '@trpc/server';
import { observable } from '@trpc/server/observable';
import { isAnswered, isTurnedAway } from './errors.ts';
import { endRequest, nameRequest, takeKey } from './idempotency-keys.ts';
import { beginRequest, isRequest, NotSent } from './sent.ts';

/**
 * Follows every request that changes something, so that screens know what was sent. One that must not be carried out twice has a key,
 * which is kept until an answer has come.
 */
export function requestLink<R extends AnyTRPCRouter>(): TRPCLink<R> {
  return () =>
    ({ op, next }) => {
      const toNotSent = (cause: unknown) => TRPCClientError.from<R>(new NotSent(cause));
      if (op.type !== 'mutation') return next(op);
      const request = beginRequest();
      return observable((observer) => {
        const name = nameRequest(op.path, op.input);
        const end = (): void => void (name !== undefined && endRequest(name));
        try {
          const taken = name === undefined ? undefined : takeKey(name);
          const key = taken === undefined ? {} : { idempotencyKey: taken.key };
          request.isRepeat = taken?.isRepeat === true;
          return next({ ...op, context: { ...op.context, ...key, request } }).subscribe({
            next: (result) => {
              request.state = 'done';
              end();
              observer.next(result);
            },
            error: (error) => {
              const isRefused = isAnswered(error);
              if (isRefused) request.state = 'refused';
              if (isRefused && !isTurnedAway(error)) end();
              observer.error(request.state === 'made' ? toNotSent(error) : error);
            },
            complete: () => observer.complete(),
          });
        } catch (error) {
          observer.error(toNotSent(error));
          return () => undefined;
        }
      });
    };
}

/** Headers of a request, with its key if it has one. Read as the last thing before it is sent. */
export function getRequestHeaders({ context }: Pick<Operation, 'context'>): Record<string, string> {
  const { idempotencyKey, request } = context;
  if (isRequest(request)) request.state = 'sent';
  return typeof idempotencyKey === 'string' ? { 'idempotency-key': idempotencyKey } : {};
}
