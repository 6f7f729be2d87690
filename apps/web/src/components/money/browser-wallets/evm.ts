// Wallets of the browser for chains of the EVM: found by EIP-6963, asked by EIP-1193.
import { useEffect, useState } from 'react';
import { type EvmPayment, encodeTransfer } from './payment.ts';

/** Provider of a wallet (EIP-1193). */
interface Provider {
  request(call: { method: string; params?: readonly unknown[] }): Promise<unknown>;
}

/** A wallet of the browser by the name that it gives itself. */
export interface EvmWallet {
  readonly id: string;
  readonly name: string;
  readonly provider: Provider;
}

/** Code of a wallet whose owner said no (EIP-1193). */
const DECLINED = 4001;
const NAME_LENGTH_MAX = 40;

/** Outcome of a payment. Only a hash says that it was sent, and only a refusal that it was not. */
export type PaymentOutcome =
  | { readonly status: 'sent'; readonly txHash: string }
  | { readonly status: 'wrong-chain' | 'declined' | 'too-large' }
  | { readonly status: 'unknown'; readonly reason: string };

/** Wallets that the browser has, as they announce themselves (EIP-6963). */
export function useEvmWallets(): readonly EvmWallet[] {
  const [wallets, setWallets] = useState<readonly EvmWallet[]>([]);
  useEffect(() => {
    const add = (event: Event): void => {
      const wallet = event instanceof CustomEvent ? readWallet(event.detail) : undefined;
      if (wallet === undefined) return;
      setWallets((before) => [...before.filter(({ id }) => id !== wallet.id), wallet]);
    };
    window.addEventListener('eip6963:announceProvider', add);
    window.dispatchEvent(new Event('eip6963:requestProvider'));
    return () => window.removeEventListener('eip6963:announceProvider', add);
  }, []);
  return wallets;
}

/**
 * Asks a wallet to send tokens. The chain that it is on is compared first: on another one nothing is sent, for tokens there may have
 * value.
 */
export async function payFromEvm(
  { provider }: EvmWallet,
  payment: EvmPayment,
  { to, units }: { to: string; units: bigint },
): Promise<PaymentOutcome> {
  try {
    const accounts = await provider.request({ method: 'eth_requestAccounts' });
    const from: unknown = Array.isArray(accounts) ? accounts[0] : undefined;
    if ((await readChainId(provider)) !== payment.chainId) return { status: 'wrong-chain' };
    const transaction = {
      from,
      to: payment.token,
      value: '0x0',
      data: encodeTransfer(to, units),
      // A wallet that was switched meanwhile refuses.
      chainId: toHex(payment.chainId),
    };
    const hash = await provider.request({ method: 'eth_sendTransaction', params: [transaction] });
    return { status: 'sent', txHash: String(hash) };
  } catch (error) {
    return describeFailure(error);
  }
}

/** Asks a wallet to go to the chain of a payment (EIP-3326). False when it does not. */
export async function switchChain({ provider }: EvmWallet, { chainId }: EvmPayment): Promise<boolean> {
  try {
    await provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: toHex(chainId) }] });
    return (await readChainId(provider)) === chainId;
  } catch {
    // It does not know the chain, or its owner said no: the page says how to add it.
    return false;
  }
}

/** Outcome of a payment by a wallet's error: declined by its owner, or unknown. */
export function describeFailure(error: unknown): PaymentOutcome {
  const isDeclined =
    typeof error === 'object' && error !== null && 'code' in error && error.code === DECLINED;
  if (isDeclined) return { status: 'declined' };
  return { status: 'unknown', reason: error instanceof Error ? error.message : String(error) };
}

async function readChainId(provider: Provider): Promise<number> {
  return Number(await provider.request({ method: 'eth_chainId' }));
}

function toHex(value: number): string {
  return `0x${value.toString(16)}`;
}

/** An announced wallet; undefined when the announcement does not describe one. */
function readWallet(detail: unknown): EvmWallet | undefined {
  if (typeof detail !== 'object' || detail === null || !('info' in detail) || !('provider' in detail))
    return undefined;
  const { info, provider } = detail;
  if (typeof info !== 'object' || info === null || !('uuid' in info) || !('name' in info)) return undefined;
  if (!isProvider(provider)) return undefined;
  return { id: String(info.uuid), name: String(info.name).slice(0, NAME_LENGTH_MAX), provider };
}

function isProvider(value: unknown): value is Provider {
  return (
    typeof value === 'object' && value !== null && 'request' in value && typeof value.request === 'function'
  );
}
