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
});
