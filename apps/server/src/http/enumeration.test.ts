// Goal: no one learns who has an account: not by what is answered, not by how long it takes. Method: the same calls for addresses with
// and without an account, in turns, with real password hashes; bodies must be equal, and the times must look like samples of one
// distribution (Mann-Whitney). Machines are noisy, so three tries are allowed.

import { performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { describeEachDatabase } from '@glasspool/db/testing';
import { expect, it } from 'vitest';
import { createPasswordHasher } from '../adapters/passwords.ts';
import { TestServer } from '../testing/a-server.ts';

const P_MIN = 0.01;
const TRIES = 3;

/** The two-sided p of the Mann-Whitney U test, by its normal approximation: good for more than 20 values a side. */
function mannWhitney(a: readonly number[], b: readonly number[]): number {
  const all = [...a.map((value) => ({ value, isA: true })), ...b.map((value) => ({ value, isA: false }))];
  const ranked = all.sort((one, other) => one.value - other.value);
  const rankSum = ranked.reduce((sum, { isA }, index) => sum + (isA ? index + 1 : 0), 0);
  const u = rankSum - (a.length * (a.length + 1)) / 2;
  const mean = (a.length * b.length) / 2;
  const deviation = Math.sqrt((a.length * b.length * (a.length + b.length + 1)) / 12);
  return 2 * (1 - normal(Math.abs((u - mean) / deviation)));
}

/** The standard normal distribution (Abramowitz and Stegun 7.1.26). */
function normal(z: number): number {
  const t = 1 / (1 + 0.3275911 * (z / Math.SQRT2));
  const series =
    t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))));
  return 1 - 0.5 * series * Math.exp(-((z / Math.SQRT2) ** 2));
}

describeEachDatabase('who has an account', (open) => {
  it.each([
    ['/api/auth/login', 60, (email: string) => ({ email, password: 'not the one' })],
    ['/api/auth/send-otp', 150, (email: string) => ({ email })],
    ['/api/auth/request-password-reset', 150, (email: string) => ({ email })],
  ])('is not told by %s', async (url, pairs, payloadOf) => {
    await using server = await TestServer.start((await open()).database);
    const hasher = createPasswordHasher();
    const passwordHash = await hasher.hash('correct horse');
    Object.assign(server.deps, { passwords: hasher });
    const p: number[] = [];
    for (let round = 0; round < TRIES && !p.some((one) => one > P_MIN); round += 1) {
      const times = { known: [] as number[], unknown: [] as number[] };
      for (let index = 0; index < pairs; index += 1) {
        const name = `r${round}n${index}`;
        await server.deps.db.transaction(async (tx) => {
          const user = {
            id: `usr_${name}` as const,
            email: `known${name}@example.org`,
            userName: name,
            role: 'user' as const,
          };
          await tx
            .insertInto('user')
            .values({
              ...user,
              passwordHash,
              referralCode: name,
              referredBy: null,
              lockedAt: null,
              createdAt: 1,
            })
            .execute();
        });
        const kinds = index % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const);
        const answers: string[] = [];
        for (const kind of kinds) {
          const payload = payloadOf(`${kind}${name}@example.org`);
          const startedAt = performance.now();
          const { statusCode, body } = await server.http.inject({ method: 'POST', url, payload });
          const tookMs = performance.now() - startedAt;
          times[kind].push(tookMs);
          answers.push(`${statusCode} ${body.replace(/"requestId":"[^"]*"/, '')}`);
          // Work after an answer is done before the next call. It takes longer on a busy machine, as the answer does.
          await setTimeout(3 + 2 * tookMs);
        }
        expect(answers[0]).toBe(answers[1]);
      }
      p.push(mannWhitney(times.known, times.unknown));
    }
    // ASVS 6.3.8
    expect(Math.max(...p)).toBeGreaterThan(P_MIN);
  });

  it('counts as told when the times differ, and not when they hardly do', () => {
    const some = Array.from({ length: 60 }, (_, index) => index);
    expect(
      mannWhitney(
        some,
        some.map((value) => value + 30),
      ),
    ).toBeLessThan(P_MIN);
    expect(
      mannWhitney(
        some,
        some.map((value) => value + 0.5),
      ),
    ).toBeGreaterThan(P_MIN);
  });
});
