import {
  addPasskey as addInPool,
  askForPasskey as askInPool,
  beginPasskey as beginInPool,
  getPasskeyCode as getCodeFromPool,
  listPasskeys as listInPool,
  removePasskey as removeInPool,
} from '@glasspool/identity/passkeys';
import { NoInput, NoOutput } from '../common.contract.ts';
import { protectedProcedure } from '../trpc.ts';
import { RecoveryCodesOutput } from '../users/two-factor-output.contract.ts';
import { CreationOptionsOutput, RequestOptionsOutput } from './passkey-options.ts';
import {
  AddPasskeyInput,
  AnswerInput,
  BeginPasskeyInput,
  ListPasskeysOutput,
  PasskeyCodeOutput,
  RemovePasskeyInput,
} from './passkeys.contract.ts';

/** The caller's passkeys. Signed-in users. */
export const listPasskeys = protectedProcedure
  .input(NoInput)
  .output(ListPasskeysOutput)
  .query(({ ctx }) => listInPool(ctx.deps, ctx.actor));

/**
 * Begins to add a passkey. Signed-in users.
 */
export const beginPasskey = protectedProcedure
  .meta({ limit: 'secret' })
  .input(BeginPasskeyInput)
  .output(CreationOptionsOutput)
  .mutation(({ ctx, input }) => beginInPool(ctx.deps, { actor: ctx.actor, ...input }));

/**
 * Adds a passkey; with the first authenticator of an account it returns recovery codes. Signed-in users.
 */
export const addPasskey = protectedProcedure
  .meta({ limit: 'secret' })
  .input(AddPasskeyInput)
  .output(RecoveryCodesOutput)
  .mutation(({ ctx, input }) => {
    const { ipAddress, requestId } = ctx;
    return addInPool(ctx.deps, { actor: ctx.actor, origin: { ipAddress, requestId }, ...input });
  });

/** Removes a passkey, with a two-factor code. Signed-in users. */
export const removePasskey = protectedProcedure
  .meta({ limit: 'secret' })
  .input(RemovePasskeyInput)
  .output(NoOutput)
  .mutation(async ({ ctx, input }) => {
    const { ipAddress, requestId } = ctx;
    await removeInPool(ctx.deps, { actor: ctx.actor, origin: { ipAddress, requestId }, ...input });
    return {};
  });

/** Asks for a passkey of the caller, to confirm an action. Signed-in users. */
export const askForPasskey = protectedProcedure
  .meta({ limit: 'secret' })
  .input(NoInput)
  .output(RequestOptionsOutput)
  .mutation(({ ctx }) => askInPool(ctx.deps, ctx.actor));

/**
 * Takes the answer of a passkey; the code that it returns confirms one action. Signed-in users.
 */
export const getPasskeyCode = protectedProcedure
  .meta({ limit: 'secret' })
  .input(AnswerInput)
  .output(PasskeyCodeOutput)
  .mutation(({ ctx, input }) => getCodeFromPool(ctx.deps, { actor: ctx.actor, ...input }));
