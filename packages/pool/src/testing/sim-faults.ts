import type { BlockPage } from '@glasspool/chains';

/** Faults of real chains that a test can cause in a chain in memory. */
export class SimFaults {
  /** Set while no new block is called final. */
  isFinalityStalled = false;
  /** Set to give everything signed the same hash, as equal payments of TRON of one moment have. */
  repeatedHash: string | undefined;
  /** Transactions that its pages name as unreadable. */
  readonly unreadable: string[] = [];
  /** Number of blocks of each of its pages that no header proves. */
  unproved = 0;
  /** The parts of a page that are not proved or cannot be read. */
  protected readFaults(blockHeight: number): Pick<BlockPage, 'unreadable' | 'unproved'> {
    const unreadable = this.unreadable.map((txHash) => ({ txHash, blockHeight }));
    return { unreadable, unproved: this.unproved };
  }

  /** Set to make every broadcast disappear on its way. */
  dropsBroadcasts = false;
  /** Number of blocks by which the node is behind the chain. */
  blocksBehind = 0;
  /** Number of times that a fee may still be raised before it reaches its cap. */
  replacementsLeft = 3;
  /** Set to make transfers of the hot wallet fail on chain. */
  failsTransfers = false;
  /** Part of the highest fee that blocks from now on do not take. */
  discountUnits = 0n;
  /** Coins for fees that came from outside. */
  fundedUnits = 0n;
  /** Time of block 0. */
  startsAtMs = 0;
  /** Everything that was ever sent to it. */
  readonly broadcasts: string[] = [];

  /** It is on the network that it should be on. */
  async assertAllowedNetwork(): Promise<void> {}
}
