/** Where randomness comes from. Nothing else in the product makes a random number. */
export interface Random {
  /** Cryptographically strong bytes. */
  bytes(length: number): Uint8Array;
  /** A whole number from 0 up to, not including, `below`, each equally likely. */
  integer(below: number): number;
  /** A number from 0 up to, not including, 1. For ids only. */
  fraction(): number;
}
