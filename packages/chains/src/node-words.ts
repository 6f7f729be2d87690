// The words of a node, out of the errors that the libraries make of them.
import { z } from 'zod';

const WORDS_MAX = 200;
/** Bytes of a transaction, which some nodes and ethers put into their messages. */
const LONG_HEX = /(0x)?[0-9a-f]{80,}/gi;

/** Errors of ethers: the node's answer is in the error (UNKNOWN_ERROR), in its info (CALL_EXCEPTION), or is the body (SERVER_ERROR). */
const Answer = z.object({ code: z.union([z.number(), z.string()]).optional(), message: z.string() });
const Told = z.union([
  z.object({ error: Answer }).transform(({ error }) => error),
  z.object({ info: z.object({ error: Answer }) }).transform(({ info }) => info.error),
  z
    .object({ info: z.object({ responseStatus: z.string(), responseBody: z.string().nullish() }) })
    .transform(({ info }) => ({ code: info.responseStatus.trim(), message: info.responseBody ?? '' })),
]);

/** A node's own words, code and message, or those of the library where no node said anything; shortened, and without raw transactions. */
export function describeNodeError(error: unknown): string {
  const told = Told.safeParse(error);
  const message = error instanceof Error ? error.message : String(error);
  // ethers puts a whole request into its messages, in parentheses.
  const words = told.success ? writeAnswer(told.data) : (message.split(' (')[0] ?? message);
  return words.replaceAll(LONG_HEX, '…').slice(0, WORDS_MAX);
}

function writeAnswer({ code, message }: { code?: number | string | undefined; message: string }): string {
  return [code, message].filter((part) => part !== undefined && part !== '').join(': ');
}
