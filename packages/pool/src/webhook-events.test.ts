// Goal: a user's programs are told of what happens to their money, and not of what happens to the money of others.
import { describeEachDatabase } from '@glasspool/db/testing';
import { enter } from '@glasspool/identity/testing';
import { createWebhook } from '@glasspool/identity/webhooks';
import { expect, it } from 'vitest';
import { invest } from './investments/index.ts';
import { runRewards } from './rewards/index.ts';
import { TestPool } from './testing/index.ts';

const PASSWORD = 'correct horse';

describeEachDatabase('a webhook of a user', (open) => {
  it('is told of its owner’s deposits and rewards, and of no one else’s', async () => {
    const pool = await new TestPool((await open()).database).start();
    await pool.fundReserve('USDT', '1000');
    const alice = await pool.signUp('alice');
    await pool.signUp('bob');
    for (const name of ['alice', 'bob']) {
      const actor = await enter(pool.deps, { email: `${name}@example.org`, password: PASSWORD });
      await createWebhook(pool.deps, { actor, url: `https://${name}.example.org/`, password: PASSWORD });
    }
    await pool.investor('carol', 'USDT', '500');
    const told = async () => {
      const rows = await pool.deps.db.read
        .selectFrom('webhookDelivery')
        .innerJoin('webhook', 'webhook.id', 'webhookDelivery.webhookId')
        .select(['url', 'payload'])
        .orderBy('webhookDelivery.id')
        .execute();
      return rows.map(({ url, payload }) => ({ url, ...JSON.parse(payload) }));
    };
    expect(await told()).toEqual([]);
    await pool.deposit(alice, 'USDT', '100');
    const url = 'https://alice.example.org/';
    const deposited = {
      url,
      type: 'deposit.credited',
      data: { currency: 'USDT', amount: '100.000000', network: 'BSC' },
    };
    expect(await told()).toMatchObject([deposited]);
    await invest(pool.deps, { userId: alice, currency: 'USDT' });
    pool.advanceHours(24);
    await runRewards(pool.deps);
    const rewarded = { url, type: 'reward.paid', data: { currency: 'USDT', amount: '2.000000' } };
    expect(await told()).toMatchObject([deposited, rewarded]);
  });
});
