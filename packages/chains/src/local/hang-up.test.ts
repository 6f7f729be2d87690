// Goal: a node that hangs up in the middle of a payment of the faucet fails that payment, and not the process. Method: a real node behind
// a proxy that hangs up at one request after the other.
import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { type ForwardedCall, ForwardingProxy, JSON_HEADERS } from '../testing-forwarding-proxy.ts';
import { startTestChains } from '../testing-node.ts';
import { collectUncaught } from '../testing-uncaught.ts';
import { mintTestToken, sendFakeToken, sendTestBnb, sendTestTrx } from './index.ts';

/** Hangs up at the request of a number, counted from 1. */
class HangingUp extends ForwardingProxy {
  readonly #at: number;
  count = 0;

  private constructor(target: string, at: number) {
    super(target);
    this.#at = at;
  }

  static start(target: string, at: number): Promise<HangingUp> {
    return new HangingUp(target, at).listen();
  }

  protected async answer(call: ForwardedCall, response: ServerResponse): Promise<void> {
    this.count += 1;
    if (this.count === this.#at) {
      response.destroy();
      return;
    }
    const { status, text } = await this.forward(call);
    response.writeHead(status, JSON_HEADERS).end(text);
  }
}

describe('a node that hangs up', () => {
  it.each([
    ['the test token', 'bsc', mintTestToken],
    ['a token of another contract', 'bsc', sendFakeToken],
    ['coins of BSC', 'bsc', sendTestBnb],
    ['coins of TRON', 'tron', sendTestTrx],
  ] as const)('fails the payment of %s alone, at whichever request', async (_what, chain, send) => {
    await using chains = await startTestChains();
    const target = chain === 'bsc' ? chains.local.bscUrl : chains.local.tronUrl;
    const address = chains[chain].deriveAddress(7);
    const outcomes: string[] = [];
    for (let at = 1; outcomes.at(-1) !== 'paid'; at += 1) {
      await using proxy = await HangingUp.start(target, at);
      const uncaught = await collectUncaught(async () => {
        const paid = send(proxy.url, address, 7n);
        outcomes.push(
          await paid.then(
            () => (proxy.count < at ? 'paid' : 'paid by a second try'),
            () => 'refused',
          ),
        );
      });
      expect([at, uncaught]).toEqual([at, []]);
    }
    expect(outcomes).toContain('refused');
  });
});
