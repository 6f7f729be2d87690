import { type Currency, NETWORK_OF, toChainUnits } from '@glasspool/core';
import type { InFlightFile } from '@glasspool/proof';
import type { PoolKeys } from './pool-keys.ts';
import type { SimulatedChains } from './simulated-chains.ts';
import type { StoryEntry } from './story.ts';

type Item = InFlightFile['inFlight'][number];

/** Amounts that a story sets in flight: each is sent on chain when it is signed, and open until it is confirmed or given up. */
export class Payouts {
  readonly #chains: SimulatedChains;
  readonly #open: (Item & { readonly currency: Currency })[] = [];

  constructor(chains: SimulatedChains) {
    this.#chains = chains;
  }

  get open(): Item[] {
    return this.#open.map(({ currency: _currency, ...item }) => item);
  }

  follow({ atMs: signedAtMs, currency = 'USDT', legs }: StoryEntry, keys: PoolKeys): void {
    for (const [account, amount] of legs) {
      if (account !== 'chain/inFlight') continue;
      const amountMicro = String(amount < 0n ? -amount : amount);
      if (amount > 0n) {
        const paid = this.#open.findIndex(
          (one) => one.currency === currency && one.amountMicro === amountMicro,
        );
        if (paid >= 0) this.#open.splice(paid, 1);
        continue;
      }
      const moves = [
        { from: keys.deriveAddress(currency), to: 'outside', units: toChainUnits(currency, -amount) },
      ];
      const txHash = this.#chains.send({ blockHeight: 1, moves });
      this.#open.push({
        currency,
        network: NETWORK_OF[currency],
        amountMicro,
        signedAtMs,
        txHashes: [txHash],
      });
    }
  }
}
