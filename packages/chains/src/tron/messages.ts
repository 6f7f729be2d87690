// The parts of java-tron's JSON that the adapter reads. Everything else is ignored; what is missing is refused.
import { z } from 'zod';
import { computeBlockId, computeTransactionId, computeTransactionRoot } from './block-root.ts';

const Count = z.number().int().nonnegative();

/** Id of a transaction or of a block. Anything of another form is refused: no node finds it again, and no database has to store it. */
const Id = z.string().regex(/^[0-9a-f]{64}$/);

const Hex = z.string().regex(/^([0-9a-f]{2})+$/i);

/** A transaction in a block. What it does is in its bytes; the node's own writing of them is not read. */
const Transaction = z
  .object({
    txID: Id,
    ret: z.array(z.object({ contractRet: z.string().optional() })).optional(),
    // Only the proof of its block needs them.
    signature: z.array(Hex).optional().catch([]),
    raw_data_hex: Hex,
  })
  .refine(({ txID, raw_data_hex }) => computeTransactionId(raw_data_hex) === txID);
export type TronTransaction = z.infer<typeof Transaction>;

/** An entry that is not a transaction in a known form is named apart, and does not fail its block. */
const Transactions = z.array(z.unknown()).transform((list) => {
  const read = list.map((one) => ({ one, parsed: Transaction.safeParse(one) }));
  return {
    transactions: read.flatMap(({ parsed }) => (parsed.success ? [parsed.data] : [])),
    unreadable: read.flatMap(({ one, parsed }) => (parsed.success ? [] : [idIn(one)])),
  };
});

/** Name of a transaction that the node gives no id. */
export const WITHOUT_ID = 'without an id';

function idIn(transaction: unknown): string {
  const named = z.object({ txID: Id }).safeParse(transaction);
  return named.success ? named.data.txID : WITHOUT_ID;
}

/** A field that only the proof of its block needs: a block without it is read all the same, and not proved. */
const ProofField = z.string().catch('');

export const TronBlock = z
  .object({
    blockID: Id,
    block_header: z.object({
      raw_data: z.object({
        // The genesis block has no number, and no timestamp on development chains.
        number: Count.default(0),
        timestamp: Count.default(0),
        parentHash: z.string().default(''),
        txTrieRoot: ProofField,
        witness_address: ProofField,
        version: z.number().catch(0),
        accountStateRoot: ProofField,
      }),
    }),
    transactions: Transactions.prefault([]),
  })
  .transform(({ transactions, ...block }) => ({ ...block, ...transactions }));
export type TronBlock = z.infer<typeof TronBlock>;

/** Returns true when a block's id is that of its header, and the header commits to exactly these transactions with these results. */
export function isProved({ blockID, block_header, transactions }: TronBlock): boolean {
  const { raw_data } = block_header;
  return computeBlockId(raw_data) === blockID && computeTransactionRoot(transactions) === raw_data.txTrieRoot;
}

export const TronBlockList = z.object({ block: z.array(TronBlock).default([]) });

/** An address in hex: TRON's prefix and 20 bytes. */
const Address = z.string().regex(/^41[0-9a-f]{40}$/i);

/** An entry of a receipt's internal transactions (java-tron, Tron.proto). What carries a tokenId is TRC-10, and no field of it is read. */
export const InternalTransaction = z.looseObject({
  callValueInfo: z.array(z.unknown()).default([]),
  // Hex of the ASCII name of what the contract did.
  note: z.string().regex(/^([0-9a-f]{2})+$/i),
  rejected: z.boolean().default(false),
});
/** Name and parties of an internal transaction that moves TRX. */
export const InternalParties = z.object({ hash: Id, caller_address: Address, transferTo_address: Address });
export const InternalValue = z.object({ callValue: Count.default(0) });

/** Receipt of a transaction as its transfers are read from it: its id, and the rest as it is. */
export const TronReceipt = z.looseObject({ id: z.string() });
export type TronReceipt = z.infer<typeof TronReceipt>;

/** Receipts of a block. One without an id is of no transaction. A block without transactions answers `[]`; some versions of the node answer `{}`. */
export const TronReceiptList = z.union([
  z.array(z.unknown()).transform((list) =>
    list.flatMap((one) => {
      const read = TronReceipt.safeParse(one);
      return read.success ? [read.data] : [];
    }),
  ),
  z.object({}).transform((): TronReceipt[] => []),
]);

/** Outcome of a transaction. An unknown one answers `{}`. */
export const TronTransactionInfo = z.looseObject({
  id: z.string().optional(),
  fee: Count.default(0),
  blockNumber: Count.optional(),
  result: z.string().optional(),
});
export type TronTransactionInfo = z.infer<typeof TronTransactionInfo>;

/** An unknown transaction answers `{}`. */
export const TronTransactionById = z.object({
  txID: z.string().optional(),
  ret: z.array(z.object({ contractRet: z.string().optional() })).optional(),
});

/** Account of any address, such as one of the first block that holds less than nothing: only whether it is there. An unknown one answers `{}`. */
export const TronAccountName = z.object({ address: z.string().optional() });

/** An account of ours. An unknown account answers `{}`. */
export const TronAccount = z.object({ address: z.string().optional(), balance: Count.default(0) });

export const TronAccountNet = z.object({
  freeNetUsed: Count.default(0),
  freeNetLimit: Count.default(0),
  NetUsed: Count.default(0),
  NetLimit: Count.default(0),
});

export const TronChainParameters = z.object({
  chainParameter: z.array(z.object({ key: z.string(), value: z.number().optional() })),
});
