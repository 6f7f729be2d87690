// The one contract of the development chain. It forwards TRX, as exchanges do, in an internal transfer:
// pay(address to, uint256 amount), with the TRX as call value. What is not paid on stays with it; more than it holds reverts.
import { TronWeb } from 'tronweb';

/** Hex, starting with 41. There is no code behind it: the node knows what it does. */
export const PAYER_CONTRACT = `41${'676c617373706f6f6c2d70617965722d3031'}${'0000'}`;

/** Energy of every call. Real calls differ; only the fee limit and the ways to fail matter here. */
export const CALL_ENERGY = 15_000;

const PAY = TronWeb.sha3('pay(address,uint256)').replace(/^0x/, '').slice(0, 8);
const WORD = 64;
const ADDRESS = 40;

export interface Payment {
  /** Hex, starting with 41. */
  readonly to: string;
  readonly amountSun: bigint;
}

/** Payment that a call asks for, or undefined when the contract has no such function: the call then reverts. */
export function readPayment(data: string): Payment | undefined {
  const hex = data.toLowerCase();
  if (hex.length !== PAY.length + 2 * WORD || !hex.startsWith(PAY) || !/^[0-9a-f]*$/.test(hex))
    return undefined;
  const to = hex.slice(PAY.length, PAY.length + WORD).slice(-ADDRESS);
  return { to: `41${to}`, amountSun: BigInt(`0x${hex.slice(PAY.length + WORD)}`) };
}
