import {
  type AnchorOnChain,
  anchorData,
  type BlockOnChain,
  type ChainView,
  encodeManifest,
  fromHex,
  type Manifest,
  type MovesOnChain,
  manifestDigest,
  sha256,
  toHex,
} from '@glasspool/proof';

const BSC_TESTNET = 97;
/** Blocks on top of an anchor, and blocks between a manifest's block and its anchor. */
const DEPTH = 100;
const BLOCKS_UNTIL_ANCHOR = 40;

/**
 * Both chains as a verifier's own nodes show them. A liar cannot change what is here, only choose what to refer to; real nodes cannot be
 * brought into most of these states in the time of a test.
 */
export class SimulatedChains implements ChainView {
  readonly bscChainId = BSC_TESTNET;
  readonly #times: Readonly<Record<number, number>>;
  readonly #blocks = new Map<string, BlockOnChain>();
  readonly #anchors = new Map<string, AnchorOnChain>();
  readonly #moves = new Map<string, MovesOnChain>();
  readonly #units = new Map<string, bigint>();

  constructor(times: Readonly<Record<number, number>> = {}) {
    this.#times = times;
  }

  /** Makes a block, at the time of the books unless the story has another one; returns its hash. */
  mine(network: 'BSC' | 'TRON', height: number, timeMs: number): Uint8Array {
    const hash = sha256(new TextEncoder().encode(`${network} ${height}`));
    this.#blocks.set(`${network}/${height}`, { hash: toHex(hash), timeMs: this.#times[height] ?? timeMs });
    return hash;
  }

  /** Sends the transaction that anchors a manifest; returns its hash. */
  anchor(manifest: Manifest, from: Uint8Array, changes: Partial<AnchorOnChain> = {}): string {
    const { snapshotNumber, bscHeight } = manifest;
    const address = `0x${toHex(from)}`;
    const data = `0x${toHex(anchorData(manifestDigest(encodeManifest(manifest))))}`;
    const txHash = `0x${toHex(sha256(fromHex(`${data}${toHex(from)}`)))}`;
    this.#anchors.set(txHash, {
      from: address,
      to: address,
      valueUnits: 0n,
      nonce: snapshotNumber,
      data,
      succeeded: true,
      blockHeight: bscHeight + BLOCKS_UNTIL_ANCHOR,
      depth: DEPTH,
      ...changes,
    });
    return txHash;
  }

  /** Everything that these nodes know, for a file. */
  describe(): object {
    return {
      bscChainId: this.bscChainId,
      bscHead: this.headHeight,
      blocks: Object.fromEntries(this.#blocks),
      anchors: Object.fromEntries(this.#anchors),
      moves: Object.fromEntries(this.#moves),
      balances: Object.fromEntries(this.#units),
    };
  }

  /** Height of BSC as the newest anchor has it. */
  get headHeight(): number {
    const newest = [...this.#anchors.values()].reduce<AnchorOnChain | undefined>(
      (last, one) => (last === undefined || one.nonce >= last.nonce ? one : last),
      undefined,
    );
    return newest === undefined ? 0 : newest.blockHeight + newest.depth;
  }

  /** Sends coins away from an address; returns the hash. */
  send(moves: MovesOnChain): string {
    const txHash = `0x${(this.#moves.size + 1).toString(16).padStart(64, '0')}`;
    this.#moves.set(txHash, moves);
    return txHash;
  }

  async findMoves(_network: 'BSC' | 'TRON', txHash: string): Promise<MovesOnChain | undefined> {
    return this.#moves.get(txHash);
  }

  hold(address: string, units: bigint): void {
    this.#units.set(address, units);
  }

  readBscChainId(): Promise<number> {
    return Promise.resolve(this.bscChainId);
  }

  async findBlock(network: 'BSC' | 'TRON', height: number): Promise<BlockOnChain> {
    const block = this.#blocks.get(`${network}/${height}`);
    if (block === undefined) throw new Error(`The node has no block ${height}.`);
    return block;
  }

  async findAnchor(txHash: string): Promise<AnchorOnChain | undefined> {
    return this.#anchors.get(txHash);
  }

  async getBalanceUnits(_network: 'BSC' | 'TRON', address: string): Promise<bigint> {
    return this.#units.get(address) ?? 0n;
  }
}
