import { NETWORKS } from '@glasspool/core';
import { z } from 'zod';

/** In micro-units, as decimal digits. */
const CapMicro = z.object({ USDT: z.string(), TRX: z.string() });

/** What the signer begins with. It is on a command line, so no secret is in it: the signer reads those by itself. */
export const Start = z.object({
  dataDir: z.string(),
  network: z.enum(['local', 'testnet']),
  /** The most that is signed on one day of each kind of withdrawal. */
  dailyCapMicro: z.object({ user: CapMicro, treasury: CapMicro }),
});
export type Start = z.infer<typeof Start>;

const Common = { id: z.number(), network: z.enum(NETWORKS), index: z.number().int().nonnegative() };

/** What the signer is asked for. Bytes are hex. */
export const Request = z.discriminatedUnion('kind', [
  z.object({
    ...Common,
    kind: z.literal('transaction'),
    payload: z.string(),
    subject: z.string().nullable(),
  }),
  z.object({ ...Common, kind: z.literal('statement'), text: z.string() }),
  /** Which contract is the token, once the local chains run. Taken once. */
  z.object({ id: z.number(), kind: z.literal('token'), usdtContract: z.string() }),
]);
export type Request = z.infer<typeof Request>;

/** The first thing that the signer says: the public half of its keys, or why there is none. */
export const Ready = z.union([
  z.object({ publicKeys: z.object({ BSC: z.string(), TRON: z.string() }) }),
  z.object({ failed: z.string() }),
]);

export const Answer = z.union([
  z.object({ id: z.number(), signature: z.string() }),
  z.object({ id: z.number(), refused: z.string(), isCapReached: z.boolean() }),
  z.object({ id: z.number(), failed: z.string() }),
]);
