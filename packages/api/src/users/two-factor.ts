import {
  beginTwoFactor as beginInPool,
  confirmTwoFactor as confirmInPool,
  getTwoFactor as getFromPool,
  removeTwoFactor as removeInPool,
  renewRecoveryCodes as renewInPool,
} from '@glasspool/identity/two-factor';
import { NoInput, NoOutput } from '../common.contract.ts';
import type { Context } from '../context.ts';
import { protectedProcedure } from '../trpc.ts';
import { BeginTwoFactorInput } from './begin-two-factor.contract.ts';
import { RenewRecoveryCodesInput, TotpInput, TwoFactorInput } from './two-factor.contract.ts';
import { BeginTwoFactorOutput, RecoveryCodesOutput, TwoFactorState } from './two-factor-output.contract.ts';

/** The caller's two-factor authentication: the app, the number of passkeys, and of recovery codes left. Signed-in users. */
export const getTwoFactor = protectedProcedure
  .input(NoInput)
  .output(TwoFactorState)
  .query(({ ctx }) => getFromPool(ctx.deps, ctx.actor));

/** Begins to enrol an authenticator app. Signed-in users. */
export const beginTwoFactor = protectedProcedure
  .meta({ limit: 'secret' })
  .input(BeginTwoFactorInput)
  .output(BeginTwoFactorOutput)
  .mutation(({ ctx, input }) => beginInPool(ctx.deps, { actor: ctx.actor, ...input }));

/** Ends the enrolment with the app's first code. Signed-in users. */
export const confirmTwoFactor = protectedProcedure
  .meta({ limit: 'secret' })
  .input(TotpInput)
  .output(RecoveryCodesOutput)
  .mutation(({ ctx, input }) => confirmInPool(ctx.deps, getRequest(ctx, ctx.actor, input)));

/** Removes two-factor authentication, with a code. Signed-in users. */
export const removeTwoFactor = protectedProcedure
  .meta({ limit: 'secret' })
  .input(TwoFactorInput)
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
