import { devProcedure } from '../trpc.ts';
import { RunExperimentInput } from './lab.contract.ts';

/** Runs an experiment of the lab and streams what happens. It is broken off when the caller disconnects. */
export const runExperiment = devProcedure.input(RunExperimentInput).subscription(async function* ({
  ctx,
  input,
  signal,
}) {
  yield* ctx.dev.runExperiment(input.id, signal);
});
