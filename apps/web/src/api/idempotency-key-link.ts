import type { Operation, TRPCLink } from '@trpc/client';
import type { AnyTRPCRouter } from '@trpc/server';
import { observable } from '@trpc/server/observable';
import { isAnswered, isTurnedAway } from './errors.ts';
import { endRequest, nameRequest, takeKey } from './idempotency-keys.ts';

/** Gives a request that must not be carried out twice its key, and keeps that until an answer has come. */
export function idempotencyKeyLink<R extends AnyTRPCRouter>(): TRPCLink<R> {
  return () =>
    ({ op, next }) => {
      const request = nameRequest(op.path, op.input);
      if (request === undefined) return next(op);
      const context = { ...op.context, idempotencyKey: takeKey(request) };
      return observable((observer) =>
        next({ ...op, context }).subscribe({
          next: (result) => {
            endRequest(request);
            observer.next(result);
          },
          error: (error) => {
            if (isAnswered(error) && !isTurnedAway(error)) endRequest(request);
            observer.error(error);
          },
          complete: () => observer.complete(),
        }),
      );
    };
}

/** Header with the key of a request, if it has one. */
export function getKeyHeader({ context }: Pick<Operation, 'context'>): Record<string, string> {
  const { idempotencyKey } = context;
  return typeof idempotencyKey === 'string' ? { 'idempotency-key': idempotencyKey } : {};
}
