// The files of a snapshot besides its leaves and rows, as JSON. What the manifest has a digest of is read from exactly its bytes.
import { z } from 'zod';
import { FormatError } from './bytes.ts';

const Decimal = z.string().regex(/^\d{1,30}$/);
const Hex32 = z.string().regex(/^(0x)?[0-9a-f]{64}$/);
const NetworkName = z.enum(['BSC', 'TRON']);

/** What the pool says that it holds: each address once, with its balance in the chain's smallest units at the manifest's block. */
export const ReservesFile = z.strictObject({
  reserves: z.array(z.strictObject({ network: NetworkName, address: z.string(), units: Decimal })),
});
export type ReservesFile = z.infer<typeof ReservesFile>;

const HexBytes = z.string().regex(/^0x([0-9a-f]{2})*$/);

/** What shows the balances on BSC by the state of the manifest's block (EIP-1186). */
const StateProof = z.strictObject({
  token: z.string().regex(/^0x[0-9a-f]{40}$/),
  /** Where the token keeps its balances. */
  slot: z.number().int().min(0),
  /** The block's header, as it is hashed. */
  header: HexBytes,
  /** From the state's root to the token's account. */
  account: z.array(HexBytes),
  /** From the root of the token's storage to each balance. */
  balances: z.array(z.strictObject({ address: z.string(), nodes: z.array(HexBytes) })),
});
export type StateProof = z.infer<typeof StateProof>;

/** Null where the pool's node gave no proof. */
export const StateProofFile = z.strictObject({ proof: StateProof.nullable() });
export type StateProofFile = z.infer<typeof StateProofFile>;

/** Who signed for each address of the reserves. */
export const StatementsFile = z.strictObject({
  statements: z.array(z.strictObject({ network: NetworkName, address: z.string(), signature: z.string() })),
});
export type StatementsFile = z.infer<typeof StatementsFile>;

const PerCurrency = z.strictObject({ USDT: Decimal, TRX: Decimal });

/** Every version of the terms until the cut-off, and every reward run whose share was fixed until then. Amounts in micro-units. */
export const TermsFile = z.strictObject({
  terms: z.array(
    z.strictObject({
      version: z.number().int(),
      targetRatePpm: z.number().int(),
      termDays: z.number().int(),
      minimum: PerCurrency,
      withdrawalMinimum: PerCurrency,
      withdrawalFee: PerCurrency,
      referralRatesPpm: z.array(z.number().int()),
      referralCapPpm: z.number().int(),
      publishedAtMs: z.number().int(),
      startsAtMs: z.number().int(),
    }),
  ),
  runs: z.array(
    z.strictObject({
      id: z.string(),
      runAtMs: z.number().int(),
      currency: z.enum(['USDT', 'TRX']),
      termsVersion: z.number().int(),
      isClosed: z.boolean(),
      /** Rewards at the target rate, and referral rewards before the cap. */
      due: Decimal,
      referralDue: Decimal,
      /** Parts per billion. */
      sharePpb: z.number().int(),
      referralSharePpb: z.number().int(),
      reserveBefore: Decimal,
      /** Amount that the run took from its reserve. */
      fixed: Decimal,
      paid: Decimal,
      referralPaid: Decimal,
      /** Root of all rows of a closed run, in hex. */
      root: Hex32.nullable(),
    }),
  ),
});
export type TermsFile = z.infer<typeof TermsFile>;

/** Where the manifest is on chain; null while that is not final. */
export const AnchorFile = z.strictObject({ txHash: Hex32.nullable() });
export type AnchorFile = z.infer<typeof AnchorFile>;

/** @throws FormatError when the bytes are not that file. */
export function readJson<Schema extends z.ZodType>(schema: Schema, bytes: Uint8Array): z.infer<Schema> {
  try {
    return schema.parse(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)));
  } catch (error) {
    throw new FormatError(
      `The file is not as the format says: ${error instanceof Error ? error.message : ''}`,
      {
        cause: error,
      },
    );
  }
}

export function writeJson(
  value: ReservesFile | StateProofFile | StatementsFile | TermsFile | AnchorFile,
): Uint8Array {
  return new TextEncoder().encode(`${JSON.stringify(value, null, 1)}\n`);
}
