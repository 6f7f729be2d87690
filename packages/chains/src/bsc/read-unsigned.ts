import { hexlify, Transaction } from 'ethers';
import { ALLOWED_BSC_CHAINS, type NetworkSetting } from '../networks.ts';
import { UnreadableTransferError, type UnsignedTransfer } from '../unsigned-transfer.ts';
import { TOKEN } from './token.ts';

/**
 * Reads what an unsigned transaction would do, for the signer: a transfer of BNB or of the token, or an anchor's bytes to oneself.
 *
 * @throws UnreadableTransferError for everything else, another chain first of all.
 */
export function readUnsignedBsc(
  payload: Uint8Array,
  { network, usdtContract }: { network: NetworkSetting; usdtContract: string },
): UnsignedTransfer {
  const { chainId, nonce, to, value, data, gasLimit, gasPrice, maxFeePerGas } = Transaction.from(
    hexlify(payload),
  );
  if (chainId !== BigInt(ALLOWED_BSC_CHAINS[network]))
    throw new UnreadableTransferError(`It is for the chain ${chainId}, which the pool does not use.`);
  if (to === null) throw new UnreadableTransferError('It would make a contract.');
  const feeMaxUnits = gasLimit * (maxFeePerGas ?? gasPrice ?? 0n);
  const common = { nonce, expiresAt: null, feeMaxUnits };
  if (data === '0x') return { ...common, currency: 'BNB', to, units: value, data: null };
  if (to.toLowerCase() !== usdtContract.toLowerCase()) {
    if (value !== 0n) throw new UnreadableTransferError('It sends coins together with a call.');
    return { ...common, currency: 'BNB', to, units: 0n, data };
  }
  const call = TOKEN.parseTransaction({ data, value });
  // Bytes behind the arguments are not part of the call, and no one would read them.
  const isPlain =
    call?.name === 'transfer' && value === 0n && TOKEN.encodeFunctionData('transfer', call.args) === data;
  if (!isPlain) throw new UnreadableTransferError('It calls the token for something other than a transfer.');
  const [payee, units]: unknown[] = [...call.args];
  return { ...common, currency: 'USDT', to: String(payee), units: BigInt(String(units)), data: null };
}
