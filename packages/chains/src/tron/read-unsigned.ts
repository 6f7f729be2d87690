import { TronWeb, utils } from 'tronweb';
import { z } from 'zod';
import { UnreadableTransferError, type UnsignedTransfer } from '../unsigned-transfer.ts';

const RawData = z.object({
  contract: z.tuple([
    z.object({
      type: z.literal('TransferContract'),
      parameter: z.object({
        value: z.object({
          to_address: z.string(),
          owner_address: z.string(),
          amount: z.number().int().safe(),
        }),
      }),
    }),
  ]),
  expiration: z.number(),
  data: z.literal(''),
  scripts: z.literal(''),
  fee_limit: z.literal(0),
});

/**
 * Reads what an unsigned TRX transfer would do, for the signer. Its chain cannot be read: its reference block is known
 * to one chain alone.
 *
 * @throws UnreadableTransferError for everything but a plain transfer of TRX.
 */
export function readUnsignedTron(payload: Uint8Array): UnsignedTransfer & { readonly sender: string } {
  const hex = Buffer.from(payload).toString('hex');
  const parsed = RawData.safeParse(read(hex));
  if (!parsed.success) throw new UnreadableTransferError('It is not a plain transfer of TRX.');
  const { contract, expiration } = parsed.data;
  const [{ parameter }] = contract;
  const { to_address: to, owner_address: sender, amount } = parameter.value;
  return {
    currency: 'TRX',
    to: TronWeb.address.fromHex(to),
    sender: TronWeb.address.fromHex(sender),
    units: BigInt(amount),
    nonce: null,
    expiresAt: expiration,
    // A plain transfer burns what its bytes cost, whatever it says; there is no price to set.
    feeMaxUnits: 0n,
    data: null,
  };
}

function read(hex: string): unknown {
  try {
    return utils.deserializeTx.deserializeTransaction('TransferContract', hex);
  } catch (error) {
    throw new UnreadableTransferError('Its bytes cannot be read.', { cause: error });
  }
}
