import {
  beginSecondFactor as beginInPool,
  confirmSecondFactor as confirmInPool,
  getSecondFactor as getFromPool,
  removeSecondFactor as removeInPool,
  renewRecoveryCodes as renewInPool,
} from '@glasspool/identity';
import { NoInput, NoOutput } from '../common.contract.ts';
import type { Context } from '../context.ts';
import { protectedProcedure } from '../trpc.ts';
import { BeginSecondFactorInput } from './begin-second-factor.contract.ts';
import { RenewRecoveryCodesInput, SecondFactorInput, TotpInput } from './second-factor.contract.ts';
import {
  BeginSecondFactorOutput,
  RecoveryCodesOutput,
  SecondFactorState,
} from './second-factor-output.contract.ts';

/** The caller's second factors: the app, the number of passkeys, and of recovery codes left. Signed-in users. */
export const getSecondFactor = protectedProcedure
  .input(NoInput)
  .output(SecondFactorState)
  .query(({ ctx }) => getFromPool(ctx.deps, ctx.actor));

/** Begins to enrol an authenticator app. Signed-in users. */
export const beginSecondFactor = protectedProcedure
  .meta({ limit: 'secret' })
  .input(BeginSecondFactorInput)
  .output(BeginSecondFactorOutput)
  .mutation(({ ctx, input }) => beginInPool(ctx.deps, { actor: ctx.actor, ...input }));

/** Ends the enrolment with the app's first code. Signed-in users. */
export const confirmSecondFactor = protectedProcedure
  .meta({ limit: 'secret' })
  .input(TotpInput)
  .output(RecoveryCodesOutput)
  .mutation(({ ctx, input }) => confirmInPool(ctx.deps, getRequest(ctx, ctx.actor, input)));

/** Removes the second factor, with a code. Signed-in users. */
export const removeSecondFactor = protectedProcedure
  .meta({ limit: 'secret' })
  .input(SecondFactorInput)
  .output(NoOutput)
  .mutation(async ({ ctx, input }) => {
    await removeInPool(ctx.deps, getRequest(ctx, ctx.actor, input));
    return {};
  });

/** Makes new recovery codes, with a code of the app or of a passkey. Signed-in users. */
export const renewRecoveryCodes = protectedProcedure
  .meta({ limit: 'secret' })
  .input(RenewRecoveryCodesInput)
  .output(RecoveryCodesOutput)
  .mutation(({ ctx, input }) => renewInPool(ctx.deps, getRequest(ctx, ctx.actor, input)));

type SignedIn = NonNullable<Context['actor']>;

function getRequest({ ipAddress, requestId }: Context, actor: SignedIn, { code }: { code: string }) {
  return { actor, origin: { ipAddress, requestId }, code };
}
