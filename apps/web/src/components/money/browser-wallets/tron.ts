// TronLink and wallets like it (TIP-1193): `window.tron` asks for accounts, its tronWeb knows the chain and sends.
import { describeFailure, type PaymentOutcome } from './evm.ts';

/** The part of TronWeb that a payment needs. */
interface WalletTronWeb {
  readonly ready?: boolean;
  readonly trx: {
    getBlockByNumber(height: number): Promise<{ blockID?: string }>;
    sendTransaction(to: string, sun: number): Promise<{ result?: boolean; txid?: string }>;
  };
}

/** A wallet of the browser for TRON. */
export interface TronWallet {
  request(call: { method: string }): Promise<unknown>;
  readonly tronWeb?: WalletTronWeb | false;
}

/** The wallet of this browser, if it has one. */
export function findTronWallet(): TronWallet | undefined {
  // Wallets add these names, which no type of the browser has.
  const found = ['tron', 'tronLink'].map((name): unknown => Reflect.get(window, name));
  return found.find(isTronWallet);
}

/** Asks the wallet to send TRX. Its chain is compared by the first block first: on another one nothing is sent, for coins there may have value. */
export async function payFromTron(
  wallet: TronWallet,
  genesisIds: readonly string[],
  { to, sun }: { to: string; sun: bigint },
): Promise<PaymentOutcome> {
  try {
    await wallet.request({ method: 'tron_requestAccounts' });
    const { tronWeb } = wallet;
    if (tronWeb === undefined || tronWeb === false) return { status: 'declined' };
    const { blockID } = await tronWeb.trx.getBlockByNumber(0);
    if (blockID === undefined || !genesisIds.includes(blockID)) return { status: 'wrong-chain' };
    if (sun > BigInt(Number.MAX_SAFE_INTEGER)) return { status: 'too-large' };
    const { result, txid } = await tronWeb.trx.sendTransaction(to, Number(sun));
    return result === true && txid !== undefined
      ? { status: 'sent', txHash: txid }
      : { status: 'unknown', reason: 'The wallet gave no transaction.' };
  } catch (error) {
    return describeFailure(error);
  }
}

function isTronWallet(value: unknown): value is TronWallet {
  return (
    typeof value === 'object' && value !== null && 'request' in value && typeof value.request === 'function'
  );
}
