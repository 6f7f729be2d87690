import {
  describeNodeError,
  NetworkRefusedError,
  type NetworkSetting,
  SigningRefusedError,
  SigningTooEarlyError,
} from '@glasspool/chains';
import type { NetworkKeys } from '@glasspool/chains/keys';
import { TronChain } from '@glasspool/chains/tron';
import type { TronNodeUrls } from '../config/settings.ts';

/** Reads the time of TRON's final block from nodes of the signer's own choice. */
export class FinalTime {
  readonly #network: NetworkSetting;
  readonly #keys: NetworkKeys;
  #nodes: readonly TronChain[];
  #localUrl: string | undefined;

  constructor(options: {
    network: NetworkSetting;
    tronNodes: readonly TronNodeUrls[];
    keys: NetworkKeys;
  }) {
    this.#network = options.network;
    this.#keys = options.keys;
    this.#nodes = options.tronNodes.map((urls) => this.#connect(urls));
  }

  /**
   * Takes the node of a local network, once. Every process that connects names it, and again after a reconnect.
   *
   * @throws SigningRefusedError on a test network, whose nodes are in the signer's settings, and for another node than before.
   */
  useLocalNode(tronUrl: string): void {
    if (this.#network === 'local' && this.#localUrl === tronUrl) return;
    if (this.#network !== 'local' || this.#nodes.length > 0)
      throw new SigningRefusedError('The nodes are known already.');
    this.#localUrl = tronUrl;
    this.#nodes = [this.#connect({ rpcUrl: tronUrl, solidityUrl: undefined })];
  }

  /**
   * Time of the newest final block, in ms; the earliest of all nodes.
   *
   * @throws SigningTooEarlyError while a node does not answer: what may still happen is not known then. No admin's leave changes that.
   */
  async read(): Promise<number> {
    if (this.#nodes.length === 0) throw new SigningRefusedError('The node is not known yet.');
    const times = await Promise.all(
      this.#nodes.map((node, index) =>
        readFinalTime(node).catch((error: unknown) => {
          if (error instanceof NetworkRefusedError) throw error;
          throw new SigningTooEarlyError(
            `It was signed before, and node ${index + 1} of the signer does not tell whether that can still happen: ${describeNodeError(error)}. The withdrawal waits for it.`,
          );
        }),
      ),
    );
    return Math.min(...times);
  }

  #connect(urls: TronNodeUrls): TronChain {
    return new TronChain({ network: this.#network, ...urls, keys: this.#keys });
  }
}

/** Time of the newest final block of a node, in ms. */
export async function readFinalTime(node: TronChain): Promise<number> {
  await node.assertAllowedNetwork();
  return (await node.getHead()).finalTimeMs;
}
