// The files of a snapshot besides its leaves and rows, as JSON. What the manifest has a digest of is read from exactly its bytes.
import { z } from 'zod';
import { FormatError } from './bytes.ts';

/** As many digits as a token's own 256 bits need: anyone can send an address of the pool as much of one that anyone can mint. */
const Decimal = z.string().regex(/^\d{1,78}$/);
const Hex32 = z.string().regex(/^(0x)?[0-9a-f]{64}$/);
const NetworkName = z.enum(['BSC', 'TRON']);

/** Reserves of the pool: each address once, with its balance in the chain's smallest units at the manifest's block. */
export const ReservesFile = z.strictObject({
  reserves: z.array(z.strictObject({ network: NetworkName, address: z.string(), units: Decimal })),
});
export type ReservesFile = z.infer<typeof ReservesFile>;

const HexBytes = z.string().regex(/^0x([0-9a-f]{2})*$/);

/** Proof of the balances on BSC by the state of the manifest's block (EIP-1186). */
const StateProof = z.strictObject({
  token: z.string().regex(/^0x[0-9a-f]{40}$/),
  /** Storage slot of the token's balances. */
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

/** Proofs of control, one for each address of the reserves. */
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

/** Every amount that is signed to leave and was not final at the cut-off, with the transactions that carry it. */
export const InFlightFile = z.strictObject({
  inFlight: z.array(
    z.strictObject({
      network: NetworkName,
      amountMicro: Decimal,
      /** Time of the entry of the journal that set it in flight. */
      signedAtMs: z.number().int(),
      /** More than one where a fee was raised: the chain takes one of them. */
      txHashes: z.array(Hex32).min(1),
    }),
  ),
});
export type InFlightFile = z.infer<typeof InFlightFile>;

const Signed = z.string().regex(/^-?\d{1,40}$/);
const PerUserCurrency = z.strictObject({ USDT: Decimal, TRX: Decimal });
const CurrencyName = z.enum(['USDT', 'TRX', 'BNB']);
const TimedAmount = z.strictObject({ atMs: z.number().int(), amountMicro: Signed });

/** State of the books after the journal of a snapshot: where a check of what came since can begin. Amounts in micro-units. */
export const CheckpointFile = z.strictObject({
  /** Complete subtrees of the journal's log, largest first. */
  journalPeaks: z.array(z.strictObject({ size: z.number().int(), digest: Hex32 })),
  /** Balances by class of account, and by version of the terms where it is a reserve. */
  balances: z.array(z.strictObject({ account: z.string(), currency: CurrencyName, amountMicro: Signed })),
  /** Entries that brought something to addresses of the pool. */
  receipts: PerUserCurrency,
  /** Invested now; the sum of each change × its time; the time of the latest change. */
  principal: z.array(
    z.strictObject({
      currency: CurrencyName,
      investedMicro: Signed,
      weightedMicroMs: Signed,
      latestMs: z.number().int(),
    }),
  ),
  /** Principal × days that rewards were due for, × 10^6. */
  rewarded: PerUserCurrency,
  /** Balances of reserves of the last two days, and the one before. */
  reserves: z.array(
    z.strictObject({ account: z.string(), currency: CurrencyName, balances: z.array(TimedAmount) }),
  ),
  /** Withdrawals that were signed within the last two days. */
  signed: z.array(TimedAmount.extend({ currency: CurrencyName })),
  /** Reward runs that took from a reserve and are not closed. */
  openRuns: z.array(
    z.strictObject({
      id: z.string(),
      currency: CurrencyName,
      termsVersion: z.number().int(),
      createdAtMs: z.number().int(),
      principalMicroMs: Signed,
      reserveBefore: Decimal,
      fixed: Decimal,
      paid: Decimal,
      referralPaid: Decimal,
      returned: Decimal,
      pages: z.array(z.number().int()),
    }),
  ),
});
export type CheckpointFile = z.infer<typeof CheckpointFile>;

/** Transaction that holds the manifest on chain; null while it is not final. */
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
  value:
    | ReservesFile
    | StateProofFile
    | StatementsFile
    | TermsFile
    | InFlightFile
    | CheckpointFile
    | AnchorFile,
): Uint8Array {
  return new TextEncoder().encode(`${JSON.stringify(value, null, 1)}\n`);
}
