import { MINUTE_MS } from '@glasspool/core';
import type { TronHttp } from './http.ts';
import { TronBlock, TronBlockList, TronReceiptList } from './messages.ts';
import { isPaidCall, isSuccessfulCall } from './transfers.ts';

/** Calls that were paid TRX, of which hardly all keep it: without an internal transaction of any, the node does not keep them. */
const PAID_CALLS_MIN = 5;
const BLOCKS_PER_LOOK = 100;
/** About 50 minutes of blocks. */
const LOOKS_MAX = 10;
const REMEMBERED_MS = 10 * MINUTE_MS;

/**
 * Setting of a node by which it keeps internal transactions (`vm.saveInternalTx`), which nothing but its receipts tells. An answer is remembered for ten
 * minutes: a look may read a thousand blocks.
 */
export class InternalSetting {
  readonly #node: TronHttp;
  #known: { readonly keeps: Promise<boolean | undefined>; readonly atMs: number } | undefined;

  constructor(node: TronHttp) {
    this.#node = node;
  }

  /** Undefined where too few contracts were paid TRX in the newest blocks to tell. */
  async find(): Promise<boolean | undefined> {
    if (this.#known !== undefined && performance.now() - this.#known.atMs < REMEMBERED_MS)
      return this.#known.keeps;
    const keeps = this.#look();
    this.#known = { keeps, atMs: performance.now() };
    // A look that failed tells nothing.
    keeps.catch(() => {
      this.#known = undefined;
    });
    return keeps;
  }

  async #look(): Promise<boolean | undefined> {
    let paid = 0;
    const head = await this.#node.ask(TronBlock, 'wallet/getnowblock', {});
    let end = head.block_header.raw_data.number + 1;
    for (let look = 0; look < LOOKS_MAX && end > 0; look += 1) {
      const start = Math.max(0, end - BLOCKS_PER_LOOK);
      const range = { startNum: start, endNum: end };
      const { block } = await this.#node.ask(TronBlockList, 'wallet/getblockbylimitnext', range);
      for (const { transactions, block_header } of [...block].reverse()) {
        const calls = transactions.filter(isSuccessfulCall);
        if (calls.length === 0) continue;
        const { number: num } = block_header.raw_data;
        const receipts = await this.#node.ask(TronReceiptList, 'wallet/gettransactioninfobyblocknum', {
          num,
        });
        if (receipts.some((receipt) => Array.isArray(receipt['internal_transactions']))) return true;
        paid += calls.filter(isPaidCall).length;
      }
      if (paid >= PAID_CALLS_MIN) return false;
      end = start;
    }
    return undefined;
  }
}
