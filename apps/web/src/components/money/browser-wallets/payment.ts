// Requests to a wallet: the bytes of a token transfer (ERC-20) and the URI of a payment request (EIP-681).

/** Network and token of a deposit on a chain of the EVM. */
export interface EvmPayment {
  /** EIP-155. */
  readonly chainId: number;
  readonly token: string;
}

/** First four bytes of the hash of `transfer(address,uint256)` (ERC-20). */
const TRANSFER = '0xa9059cbb';
const WORD_DIGITS = 64;

/** Call data of a transfer of the token, in its smallest units. */
export function encodeTransfer(to: string, units: bigint): string {
  return TRANSFER + toWord(BigInt(to)) + toWord(units);
}

/** Payment request that wallets read from a QR code (EIP-681); without an amount the payer types one. */
export function describePayment({ chainId, token }: EvmPayment, to: string, units?: bigint): string {
  const amount = units === undefined ? '' : `&uint256=${units}`;
  return `ethereum:${token}@${chainId}/transfer?address=${to}${amount}`;
}

function toWord(value: bigint): string {
  return value.toString(16).padStart(WORD_DIGITS, '0');
}
