// Goal: a request that is asked for again while it waits is sent once, and each that asked gets its answer; asked for again after the answer, it is
// sent again.
import { createTRPCUntypedClient, TRPCClientError, type TRPCLink } from '@trpc/client';
import type { AnyTRPCRouter } from '@trpc/server';
import { observable } from '@trpc/server/observable';
import { beforeEach, describe, expect, it } from 'vitest';
import { requestLink } from './request-link.ts';
import { countRequests, judgeSent } from './sent.ts';

interface Sent {
  answer(): void;
  fail(): void;
}

let sent: Sent[];
let client: ReturnType<typeof createTRPCUntypedClient<AnyTRPCRouter>>;
beforeEach(() => {
  sent = [];
  const line: TRPCLink<AnyTRPCRouter> =
    () =>
    ({ op }) =>
      observable((observer) => {
        const number = sent.length;
        // Screens count a request as sent once its headers were read.
        Object(op.context['request']).state = 'sent';
        sent.push({
          answer: () => {
            observer.next({ result: { type: 'data', data: number } });
            observer.complete();
          },
          fail: () => observer.error(TRPCClientError.from(new Error('lost'))),
        });
        return () => undefined;
      });
  client = createTRPCUntypedClient<AnyTRPCRouter>({ links: [requestLink(), line] });
});

const ask = (email: string): Promise<unknown> => client.mutation('auth.sendOtp', { email });

describe('a request that is asked for again', () => {
  it('is sent once while it waits, and answers both', async () => {
    const both = [ask('a@b.co'), ask('a@b.co')];
    expect(sent).toHaveLength(1);
    sent[0]?.answer();
    expect(await Promise.all(both)).toEqual([0, 0]);
  });

  it('is sent again after the answer, and after none', async () => {
    const first = ask('a@b.co');
    sent[0]?.fail();
    await expect(first).rejects.toThrow('lost');
    const second = ask('a@b.co');
    sent[1]?.answer();
    expect(await second).toBe(1);
    const third = ask('a@b.co');
    sent[2]?.answer();
    expect(await third).toBe(2);
  });

  it('is another one with another input', () => {
    void ask('a@b.co');
    void ask('b@b.co');
    expect(sent).toHaveLength(2);
  });

  it('counts for the screen that asked again: it does not say that nothing was sent', async () => {
    const first = ask('a@b.co');
    const since = countRequests();
    const second = ask('a@b.co');
    sent[0]?.fail();
    await Promise.allSettled([first, second]);
    expect(judgeSent(since)).toBe('unknown');
  });
});
