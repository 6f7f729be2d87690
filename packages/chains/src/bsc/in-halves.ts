// Nodes cap what one call may ask for, each in its own way. What one refuses is asked in halves, down to one.
import { isError } from 'ethers';

export interface Range {
  readonly from: number;
  readonly to: number;
}

/** Reads a closed range of blocks as large as the node allows. A node that is away, or says that it is asked too often, is not asked more. */
export async function readInHalves<Item>(
  { from, to }: Range,
  read: (range: Range) => Promise<readonly Item[]>,
): Promise<readonly Item[]> {
  try {
    return await read({ from, to });
  } catch (error) {
    if (from === to || !isRefusal(error)) throw error;
    const middle = Math.floor((from + to) / 2);
    const older = await readInHalves({ from, to: middle }, read);
    return [...older, ...(await readInHalves({ from: middle + 1, to }, read))];
  }
}

/** Words of rate limits, whatever their status: waiting helps, and a smaller range does not. */
const TOO_OFTEN = /\b429\b|retry limit|rate.?limit|too many requests|per (second|minute)/i;

/** Returns true for an answer that the node will not do this: a JSON-RPC error, an HTTP status, or one error for a whole batch (as BAD_DATA). */
function isRefusal(error: unknown): boolean {
  const isAnswer =
    isError(error, 'UNKNOWN_ERROR') || isError(error, 'SERVER_ERROR') || isError(error, 'BAD_DATA');
  return isAnswer && !TOO_OFTEN.test(error.message);
}
