import type { Anvil } from './anvil.ts';

/** Blocks mined after the last one with a transaction, so that everything becomes final and nothing is mined while idle. */
const QUIET_BLOCKS = 5;

/** Mines like a live chain while something is going on, and saves the chain whenever it grew. */
export class BscMiner implements AsyncDisposable {
  readonly #anvil: Anvil;
  #quietBlocks = 0;
  #running: Promise<void> | undefined;
  readonly #timer: NodeJS.Timeout;

  constructor(anvil: Anvil, blockIntervalMs: number) {
    this.#anvil = anvil;
    this.#timer = setInterval(() => {
      // A slow step is not overtaken by the next one.
      this.#running ??= this.#step().finally(() => {
        this.#running = undefined;
      });
    }, blockIntervalMs);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#timer);
    await this.#running;
    // A saved chain holds blocks only: what still waits would be forgotten, as no real network does.
    if (await this.#hasPendingTransactions()) await this.#anvil.call('evm_mine');
    await this.#anvil.save();
  }

  async #step(): Promise<void> {
    try {
      if (this.#quietBlocks >= QUIET_BLOCKS && !(await this.#hasPendingTransactions())) return;
      await this.#anvil.call('evm_mine');
      // Counted by what the block holds: a transaction may have arrived after the pool was looked at.
      this.#quietBlocks = (await this.#isNewestBlockEmpty()) ? this.#quietBlocks + 1 : 0;
      await this.#anvil.save();
    } catch {
      // The node is stopping, or slow; the next step finds out. The pool reports a node that does not answer.
    }
  }

  async #hasPendingTransactions(): Promise<boolean> {
    const status = await this.#anvil.call('txpool_status');
    const pending =
      typeof status === 'object' && status !== null && 'pending' in status ? String(status.pending) : '0x0';
    return BigInt(pending) > 0n;
  }

  async #isNewestBlockEmpty(): Promise<boolean> {
    const count = await this.#anvil.call('eth_getBlockTransactionCountByNumber', ['latest']);
    return BigInt(String(count)) === 0n;
  }
}
