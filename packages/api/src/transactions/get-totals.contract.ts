import { z } from 'zod';
import { MicroAmount } from '../common.contract.ts';

const AmountOfEach = z.object({ USDT: MicroAmount, TRX: MicroAmount });

export const GetTotalsOutput = z.object({
  total: AmountOfEach,
  todayTotal: AmountOfEach.describe('Of the running day, UTC.'),
});
