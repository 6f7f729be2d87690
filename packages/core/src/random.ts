/** Source of randomness. Nothing else in the product creates random numbers. */
export interface Random {
  /** Cryptographically strong bytes. */
  bytes(length: number): Uint8Array;
  /** A whole number from 0 up to, not including, `below`, each equally likely. */
  integer(below: number): number;
  /** A number from 0 up to, not including, 1. For ids only. */
  fraction(): number;
}
