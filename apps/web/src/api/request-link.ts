import { type Operation, type OperationResultEnvelope, TRPCClientError, type TRPCLink } from '@trpc/client';
import type { AnyTRPCRouter } from '@trpc/server';
import { observable, observableToPromise } from '@trpc/server/observable';
import { isAnswered, isTurnedAway } from './errors.ts';
import { endRequest, nameRequest, takeKey } from './idempotency-keys.ts';
import { beginRequest, isRequest, NotSent, type Request } from './sent.ts';

/**
 * Follows every request that changes something, so that screens know what was sent. One that must not be carried out twice has a key,
 * which is kept until an answer has come. While a request waits, the same one asked for again is not sent but gets its answer: a second
 * press of any button, before the screen shows that it is busy, changes nothing twice.
 */
export function requestLink<R extends AnyTRPCRouter>(): TRPCLink<R> {
  return () => {
    const waiting = new Map<string, Waiting<R>>();
    return ({ op, next }) => {
      if (op.type !== 'mutation') return next(op);
      const asked = JSON.stringify([op.path, op.input]);
      const same = waiting.get(asked);
      const request = beginRequest(same?.request);
      if (same?.answer) return give<R>(same.answer);
      const one: Waiting<R> = { request };
      waiting.set(asked, one);
      const leave = (): void => void waiting.delete(asked);
      one.answer = observableToPromise(follow<R>({ op, next, request, leave }));
      return give<R>(one.answer);
    };
  };
}

type Call<R extends AnyTRPCRouter> = Parameters<ReturnType<TRPCLink<R>>>[0];
type Answer<R extends AnyTRPCRouter> = ReturnType<ReturnType<TRPCLink<R>>>;

interface Waiting<R extends AnyTRPCRouter> {
  readonly request: Request;
  answer?: Promise<OperationResultEnvelope<unknown, TRPCClientError<R>>>;
}

/** An answer, for one of those that asked. */
function give<R extends AnyTRPCRouter>(answer: NonNullable<Waiting<R>['answer']>): Answer<R> {
  return observable((listener) => {
    answer.then(
      (result) => {
        listener.next(result);
        listener.complete();
      },
      (error) => listener.error(error),
    );
    return () => undefined;
  });
}

/** Sends a request, and notes what became of it. `leave` is called once it waits no more. */
function follow<R extends AnyTRPCRouter>({
  op,
  next,
  request,
  leave,
}: Call<R> & { readonly request: Request; readonly leave: () => void }): Answer<R> {
  const toNotSent = (cause: unknown) => TRPCClientError.from<R>(new NotSent(cause));
  const name = nameRequest(op.path, op.input);
  const end = (): void => void (name !== undefined && endRequest(name));
  return observable((observer) => {
    try {
      const taken = name === undefined ? undefined : takeKey(name);
      const key = taken === undefined ? {} : { idempotencyKey: taken.key };
      request.isRepeat = taken?.isRepeat === true;
      const sent = next({ ...op, context: { ...op.context, ...key, request } }).subscribe({
        next: (result) => {
          request.state = 'done';
          end();
          leave();
          observer.next(result);
        },
        error: (error) => {
          const isRefused = isAnswered(error);
          if (isRefused) request.state = 'refused';
          if (isRefused && !isTurnedAway(error)) end();
          leave();
          observer.error(request.state === 'made' ? toNotSent(error) : error);
        },
      });
      return () => {
        leave();
        sent.unsubscribe();
      };
    } catch (error) {
      leave();
      observer.error(toNotSent(error));
      return () => undefined;
    }
  });
}

/** Headers of a request, with its key if it has one. Read as the last thing before it is sent. */
export function getRequestHeaders({ context }: Pick<Operation, 'context'>): Record<string, string> {
  const { idempotencyKey, request } = context;
  if (isRequest(request)) request.state = 'sent';
  return typeof idempotencyKey === 'string' ? { 'idempotency-key': idempotencyKey } : {};
}
