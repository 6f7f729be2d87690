import { z } from 'zod';
import { MicroAmount } from '../common.contract.ts';

const AmountOfEach = z.object({ USDT: MicroAmount, TRX: MicroAmount });

export const GetTotalsOutput = z.object({
  total: AmountOfEach,
  /** Of the running day, UTC. */
  todayTotal: AmountOfEach,
});
