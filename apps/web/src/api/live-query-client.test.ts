// Goal: an invalidation is never lost, also not while a query waits for its first answer, and many of them then cost one more question.
import { QueryObserver } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { LiveQueryClient } from './live-query-client.ts';

/** A screen with one query, whose answers say what the server knew when it was asked. */
function aScreen() {
  const client = new LiveQueryClient();
  const answers: ((known: string) => void)[] = [];
  const observer = new QueryObserver(client, {
    queryKey: ['figures'],
    queryFn: () => new Promise<string>((resolve) => answers.push(resolve)),
  });
  const close = observer.subscribe(() => undefined);
  return { client, answers, close, shown: () => observer.getCurrentResult().data };
}

it('asks once more after a first answer that was under way', async () => {
  const { client, answers, close, shown } = aScreen();
  await vi.waitFor(() => expect(answers).toHaveLength(1), { timeout: 30_000 });
  const invalidations = [client.invalidateQueries({ queryKey: ['figures'] }), client.invalidateQueries()];
  answers[0]?.('before');
  await vi.waitFor(() => expect(answers).toHaveLength(2), { timeout: 30_000 });
  expect(shown()).toBe('before');
  answers[1]?.('after');
  await Promise.all(invalidations);
  // Pitfall: what happens while a screen waits for its first answer is never shown (react-query lets that answer stand)
  expect([shown(), answers.length]).toEqual(['after', 2]);
  close();
});

it('asks again at once for what has an answer, and leaves the rest alone', async () => {
  const { client, answers, close, shown } = aScreen();
  await vi.waitFor(() => expect(answers).toHaveLength(1), { timeout: 30_000 });
  answers[0]?.('before');
  await vi.waitFor(() => expect(shown()).toBe('before'), { timeout: 30_000 });
  await client.invalidateQueries({ queryKey: ['something else'] });
  expect(answers).toHaveLength(1);
  const invalidation = client.invalidateQueries({ queryKey: ['figures'] });
  await vi.waitFor(() => expect(answers).toHaveLength(2), { timeout: 30_000 });
  answers[1]?.('after');
  await invalidation;
  expect([shown(), answers.length]).toEqual(['after', 2]);
  close();
});
