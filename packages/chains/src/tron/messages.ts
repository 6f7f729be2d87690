// The parts of java-tron's JSON that the adapter reads. Everything else is ignored; what is missing is refused.
import { z } from 'zod';

const Count = z.number().int().nonnegative();

const Transaction = z.object({
  txID: z.string().length(64),
  ret: z.array(z.object({ contractRet: z.string().optional() })).optional(),
  raw_data: z.object({
    contract: z.array(
      z.object({ type: z.string(), parameter: z.object({ value: z.record(z.string(), z.unknown()) }) }),
    ),
  }),
});
export type TronTransaction = z.infer<typeof Transaction>;

/** An entry that is not a transaction in a known form is named apart, and does not fail its block. */
const Transactions = z.array(z.unknown()).transform((list) => {
  const read = list.map((one) => ({ one, parsed: Transaction.safeParse(one) }));
  return {
    transactions: read.flatMap(({ parsed }) => (parsed.success ? [parsed.data] : [])),
    unreadable: read.flatMap(({ one, parsed }) => (parsed.success ? [] : [idIn(one)])),
  };
});

function idIn(transaction: unknown): string {
  const named = z.object({ txID: z.string() }).safeParse(transaction);
  return named.success ? named.data.txID : 'without an id';
}

export const TronBlock = z
  .object({
    blockID: z.string().length(64),
    block_header: z.object({
      raw_data: z.object({
        // The genesis block has no number, and no timestamp on development chains.
        number: Count.default(0),
        timestamp: Count.default(0),
        parentHash: z.string().default(''),
      }),
    }),
    transactions: Transactions.prefault([]),
  })
  .transform(({ transactions, ...block }) => ({ ...block, ...transactions }));
export type TronBlock = z.infer<typeof TronBlock>;

export const TronBlockList = z.object({ block: z.array(TronBlock).default([]) });

export const TransferValue = z.object({
  amount: z.number().int().positive().max(Number.MAX_SAFE_INTEGER),
  owner_address: z.string(),
  to_address: z.string(),
});

/** Internal transfer of a contract call (java-tron, Tron.proto, InternalTransaction). TRC-10 tokens carry a tokenId, TRX does not. */
const InternalTransaction = z.object({
  caller_address: z.string().default(''),
  transferTo_address: z.string().default(''),
  callValueInfo: z
    .array(z.object({ callValue: Count.default(0), tokenId: z.string().optional() }))
    .default([]),
  rejected: z.boolean().default(false),
});

/** An unknown transaction answers `{}`. */
export const TronTransactionInfo = z.object({
  id: z.string().optional(),
  fee: Count.default(0),
  blockNumber: Count.optional(),
  result: z.string().optional(),
  receipt: z.object({ result: z.string().optional() }).optional(),
  internal_transactions: z.array(InternalTransaction).default([]),
});
export type TronTransactionInfo = z.infer<typeof TronTransactionInfo>;

/** A block without transactions answers `[]`; some versions of the node answer `{}`. */
export const TronTransactionInfoList = z.union([
  z.array(TronTransactionInfo),
  z.object({}).transform(() => []),
]);

/** An unknown transaction answers `{}`. */
export const TronTransactionById = z.object({
  txID: z.string().optional(),
  ret: z.array(z.object({ contractRet: z.string().optional() })).optional(),
});

/** An unknown account answers `{}`. */
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
