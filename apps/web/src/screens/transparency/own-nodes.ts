/** Nodes that a user names because they trust them, and what the user knows of the pool from elsewhere. */
export interface OwnNodes {
  /** JSON-RPC of BSC. Without it the other nodes are not asked either. */
  readonly bscUrl?: string;
  readonly tronUrl?: string;
  /** Contract of the token that the user deposits. */
  readonly usdtContract?: string;
  /** Address that anchors have to come from, in hex with 0x. */
  readonly anchorAddress?: string;
}
