// The one contract of the development chain. It forwards TRX, as exchanges do, in an internal transfer: pay(address to, uint256 amount), with
// the TRX as call value. What is not paid on stays with it; more than it holds reverts. Its other functions take the same parameters and leave
// what contracts of the real network leave in a receipt beside transfers, where a node keeps all of it (vm.saveFeaturedInternalTx).
import { TronWeb } from 'tronweb';

/** Hex, starting with 41. There is no code behind it: the node knows what it does. */
export const PAYER_CONTRACT = `41${'676c617373706f6f6c2d70617965722d3031'}${'0000'}`;

/** Energy of every call. Real calls differ; only the fee limit and the ways to fail matter here. */
export const CALL_ENERGY = 15_000;

const WORD = 64;
const ADDRESS = 40;

/** Entry that a function leaves in the receipt (java-tron, Program.java). */
export interface EntryKind {
  readonly note: string;
  /** False for what carries an amount and moves no TRX. */
  readonly moves: boolean;
  readonly rejected?: boolean;
  /** Set where the amount is one of a TRC-10 token. */
  readonly tokenId?: string;
}

const FUNCTIONS: Readonly<Record<string, EntryKind>> = {
  pay: { note: 'call', moves: true },
  destroy: { note: 'suicide', moves: true },
  lend: { note: 'delegateResourceOfEnergy', moves: false },
  reclaim: { note: 'unDelegateResourceOfEnergy', moves: false },
  tryPay: { note: 'call', moves: false, rejected: true },
  payToken: { note: 'call', moves: false, tokenId: '1000001' },
};
const BY_SELECTOR = new Map(
  Object.entries(FUNCTIONS).map(([name, kind]) => [
    TronWeb.sha3(`${name}(address,uint256)`).replace(/^0x/, '').slice(0, 8),
    kind,
  ]),
);

export interface Payment extends EntryKind {
  /** Hex, starting with 41. */
  readonly to: string;
  /** As a receipt has it: the low 64 bits, with their sign. */
  readonly amountSun: bigint;
}

/** Payment that a call asks for, or undefined when the contract has no such function: the call then reverts. */
export function readPayment(data: string): Payment | undefined {
  const hex = data.toLowerCase();
  const [selector, parameters] = [hex.slice(0, 8), hex.slice(8)];
  const kind = BY_SELECTOR.get(selector);
  if (kind === undefined || parameters.length !== 2 * WORD || !/^[0-9a-f]*$/.test(parameters))
    return undefined;
  const amount = BigInt(`0x${parameters.slice(WORD)}`);
  const to = `41${parameters.slice(0, WORD).slice(-ADDRESS)}`;
  return { ...kind, to, amountSun: kind.moves ? amount : BigInt.asIntN(64, amount) };
}
