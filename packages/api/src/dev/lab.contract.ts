import { z } from 'zod';
import { EXPERIMENT_IDS } from './experiment-ids.contract.ts';

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

/** News of an experiment while it runs: what was done or seen, and what was checked. Words for the ids are those of the screen. */
export type ExperimentNews = z.infer<typeof ExperimentNewsOutput>;
