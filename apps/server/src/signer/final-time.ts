import { type NetworkSetting, SigningRefusedError } from '@glasspool/chains';
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
   * Time of the newest final block, in ms; the earliest where nodes differ.
   *
   * @throws Error when a node does not answer.
   */
  async read(): Promise<number> {
    if (this.#nodes.length === 0) throw new SigningRefusedError('The node is not known yet.');
    for (const node of this.#nodes) await node.assertAllowedNetwork();
    const heads = await Promise.all(this.#nodes.map((node) => node.getHead()));
    return Math.min(...heads.map(({ finalTimeMs }) => finalTimeMs));
  }

  #connect(urls: TronNodeUrls): TronChain {
    return new TronChain({ network: this.#network, ...urls, keys: this.#keys });
  }
}
