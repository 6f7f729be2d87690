import { TronWeb } from 'tronweb';
import { z } from 'zod';
import { FAUCET_PRIVATE_KEY, PAYER_CONTRACT, startTronNode, type TronNode } from './index.ts';

/** Holds all the coins of the chain. */
export const OWNER = String(TronWeb.address.fromPrivateKey(FAUCET_PRIVATE_KEY));
export const RECEIVER = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
export const LAG = 3;
export const HOUR_MS = 3_600_000;
/** Blocks are made by the tests themselves. */
const NEVER_MS = 2_000_000_000;

/** A node whose blocks and clock belong to the test, with a wallet that holds everything. */
export class NodeUnderTest implements AsyncDisposable {
  readonly node: TronNode;
  readonly tronWeb: TronWeb;
  readonly #clock: { nowMs: number };

  private constructor(node: TronNode, clock: { nowMs: number }) {
    this.node = node;
    this.#clock = clock;
    this.tronWeb = new TronWeb({ fullHost: node.url, privateKey: FAUCET_PRIVATE_KEY });
  }

  static async start(file?: string): Promise<NodeUnderTest> {
    const clock = { nowMs: Date.UTC(2026, 0, 1) };
    const options = { blockIntervalMs: NEVER_MS, solidityLag: LAG, now: () => clock.nowMs };
    return new NodeUnderTest(await startTronNode(file === undefined ? options : { ...options, file }), clock);
  }

  async ask(path: string, body: object = {}): Promise<Record<string, unknown>> {
    const response = await fetch(`${this.node.url}${path}`, { method: 'POST', body: JSON.stringify(body) });
    return z.record(z.string(), z.unknown()).parse(await response.json());
  }

  mine(blocks = 1, afterMs = 3_000): void {
    for (let block = 0; block < blocks; block += 1) {
      this.#clock.nowMs += afterMs;
      this.node.produceBlock();
    }
  }

  async transfer(amount: number, to = RECEIVER) {
    return this.tronWeb.trx.sign(await this.tronWeb.transactionBuilder.sendTrx(to, amount, OWNER));
  }

  /** Calls the payer contract: `callValue` goes in, `amount` is to go on to the receiver. */
  async call(callValue: number, amount: number, feeLimit = 10_000_000) {
    const { transaction } = await this.tronWeb.transactionBuilder.triggerSmartContract(
      PAYER_CONTRACT,
      'pay(address,uint256)',
      { callValue, feeLimit, txLocal: true },
      [
        { type: 'address', value: RECEIVER },
        { type: 'uint256', value: amount },
      ],
      OWNER,
    );
    return this.tronWeb.trx.sign(transaction);
  }

  broadcast(transaction: object): Promise<Record<string, unknown>> {
    return this.ask('/wallet/broadcasttransaction', transaction);
  }

  async balance(address: string, api = 'wallet'): Promise<unknown> {
    return (await this.ask(`/${api}/getaccount`, { address, visible: true }))['balance'] ?? 0;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.node[Symbol.asyncDispose]();
  }
}
