import { z } from 'zod';
import { MicroAmount } from '../common.contract.ts';
import { RewardRunView } from '../transparency/list-payouts.contract.ts';
import { ReserveSourcesView } from '../transparency/list-reserve-sources.contract.ts';

const ID_LENGTH_MAX = 64;

/** A reward by its id in the user's history. */
export const GetRewardReceiptInput = z.strictObject({ transactionId: z.string().max(ID_LENGTH_MAX) });
export const GetRewardReceiptOutput = z.object({
  due: MicroAmount,
  paid: MicroAmount,
  run: RewardRunView,
  sources: ReserveSourcesView,
  proof: z
    .object({
      row: z
        .string()
        .describe('level/investment/day/due/paid, amounts in micro-units; level 0 for the reward itself.'),
      salt: z.string(),
      index: z.number(),
      rows: z.number(),
      rowPath: z.array(z.string()).describe('From the row to the root of its page (RFC 6962, 2.1.1).'),
      page: z.number(),
      pages: z.number(),
      pagePath: z.array(z.string()).describe('From the root of the page to the root of the run.'),
      root: z.string(),
    })
    .nullable()
    .describe('Null while the run is open.'),
});
