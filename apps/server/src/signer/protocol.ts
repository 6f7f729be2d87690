// Messages on the signer's socket: one JSON object per line, first the signer's greeting, then requests and an answer to each.
import { NETWORKS } from '@glasspool/core';
import { z } from 'zod';

/** Longest line that is taken, in characters. The largest request is an anchor of a few hundred bytes. */
export const LINE_LENGTH_MAX = 64 * 1024;

const Common = { id: z.number(), network: z.enum(NETWORKS), index: z.number().int().nonnegative() };

/** Request to the signer. Bytes are hex. */
export const Request = z.discriminatedUnion('kind', [
  z.object({
    ...Common,
    kind: z.literal('transaction'),
    payload: z.string(),
    subject: z.string().nullable(),
  }),
  z.object({ ...Common, kind: z.literal('statement'), text: z.string() }),
  /** Asks whether the signer answers. */
  z.object({ id: z.number(), kind: z.literal('ping') }),
  /** Says that a database has addresses of the keys, which the greeting says from then on. */
  z.object({ id: z.number(), kind: z.literal('used') }),
  /** Address of the local TRON node, which is known once the node runs. Taken once, on local networks alone; the same one again changes nothing. */
  z.object({ id: z.number(), kind: z.literal('local-node'), tronUrl: z.string() }),
]);
export type Request = z.infer<typeof Request>;

/** The signer's first line: the public half of its keys, and whether a database has addresses of them. Older signers do not say. */
export const Greeting = z.object({
  publicKeys: z.object({ BSC: z.string(), TRON: z.string() }),
  isUsed: z.optional(z.boolean()),
});
export type Greeting = z.infer<typeof Greeting>;

/**
 * Reason of a refusal that ends by itself, or that stops all payouts: `cap`: the day's cap is reached; `unexpired`: an earlier
 * transaction of the withdrawal can still happen; `contradiction`: the signer's log and the database say different things.
 */
const REFUSALS = ['cap', 'unexpired', 'contradiction'] as const;

/** End of the signer's log after it signed: the pool keeps it, so that a log which is cut short is found out. */
const LogEnd = z.object({ lines: z.number(), hash: z.string() });

export const Answer = z.union([
  z.object({ id: z.number(), signature: z.string(), log: z.optional(LogEnd) }),
  z.object({ id: z.number(), refused: z.string(), reason: z.enum(REFUSALS).nullable() }),
  z.object({ id: z.number(), failed: z.string() }),
]);
export type Answer = z.infer<typeof Answer>;

/** Message of the convenience signer of a local network to the process that started it. */
export const Started = z.union([z.object({ socketPath: z.string() }), z.object({ failed: z.string() })]);
