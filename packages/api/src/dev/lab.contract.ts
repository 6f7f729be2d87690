import { EXPERIMENT_IDS } from '@glasspool/core/lab';
import { z } from 'zod';

export const RunExperimentInput = z.strictObject({ id: z.enum(EXPERIMENT_IDS) });

export const ExperimentNewsOutput = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('event'),
    id: z.string(),
    values: z.record(z.string(), z.union([z.string(), z.number()])),
  }),
  z.object({ kind: z.literal('check'), id: z.string(), isHeld: z.boolean(), found: z.string() }),
  z.object({ kind: z.literal('end') }),
  z.object({ kind: z.literal('failed'), reason: z.string() }),
]);
