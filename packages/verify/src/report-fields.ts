// Fields of the report that a browser saves.
import { fromHex } from '@glasspool/core/solvency';
import { z } from 'zod';

export const Micro = z
  .string()
  .regex(/^\d{1,20}$/)
  .transform(BigInt);
export const Bytes = z
  .string()
  .regex(/^([0-9a-f]{2})*$/)
  .transform(fromHex);
export const Count = z.number().int().min(0);
