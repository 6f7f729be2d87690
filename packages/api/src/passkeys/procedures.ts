import {
  addPasskey as addInPool,
  askForPasskey as askInPool,
  beginPasskey as beginPasskeyInPool,
  beginPasskeyLogin as beginPasskeyLoginInPool,
  getPasskeyCode as getCodeFromPool,
  listPasskeys as listInPool,
  logInWithPasskey as logInToPool,
  type PasskeyCreationOptions,
  type PasskeyRequestOptions,
  removePasskey as removeInPool,
} from '@glasspool/identity/passkeys';
import type { TRPCRouterRecord } from '@trpc/server';
import { z } from 'zod';
import { RecoveryCodesOutput } from '../account/contract.ts';
import { LogInOutput } from '../auth/forms.ts';
import { logSessionStarted } from '../auth/procedures.ts';
import { NoInput, NoOutput } from '../contract.ts';
import { protectedProcedure, publicProcedure } from '../trpc.ts';
import {
  AddPasskeyInput,
  AnswerInput,
  BeginLogInInput,
  BeginPasskeyInput,
  ListPasskeysOutput,
  PasskeyCodeOutput,
  RemovePasskeyInput,
} from './contract.ts';

/** Options for `navigator.credentials.get` (WebAuthn Level 3, 5.5), as the library for browsers takes them. */
const RequestOptionsOutput = z.custom<PasskeyRequestOptions>(
  (value) => z.object({ challenge: z.string(), rpId: z.string() }).safeParse(value).success,
);

/** Options for `navigator.credentials.create` (WebAuthn Level 3, 5.4), as the library for browsers takes them. */
const CreationOptionsOutput = z.custom<PasskeyCreationOptions>(
  (value) => z.object({ challenge: z.string(), rp: z.object({ id: z.string() }) }).safeParse(value).success,
);

/**
 * Begins a login with a passkey: alone, or after the password of an account. Anyone.
 */
const beginPasskeyLogin = publicProcedure
  .meta({ limit: 'secret' })
  .input(BeginLogInInput)
  .output(RequestOptionsOutput)
  .mutation(({ ctx, input }) =>
    beginPasskeyLoginInPool(ctx.deps, input && { ...input, deviceToken: ctx.deviceCookie.read() }),
  );

/** Starts a session with a passkey. Anyone. */
const logInWithPasskey = publicProcedure
  .meta({ limit: 'secret' })
  .input(AnswerInput)
  .output(LogInOutput)
  .mutation(async ({ ctx, input }) => {
    const { ipAddress, language, userAgent, deviceCookie } = ctx;
    const origin = { ipAddress, language, userAgent, deviceToken: deviceCookie.read() };
    const { token, deviceToken, userId } = await logInToPool(ctx.deps, { ...input, origin });
    deviceCookie.set(deviceToken);
    logSessionStarted(ctx, userId);
    return { token };
  });

/** The caller's passkeys. Signed-in users. */
const listPasskeys = protectedProcedure
  .input(NoInput)
  .output(ListPasskeysOutput)
  .query(({ ctx }) => listInPool(ctx.deps, ctx.actor));

/**
 * Begins to add a passkey. Signed-in users.
 */
const beginPasskey = protectedProcedure
  .meta({ limit: 'secret' })
  .input(BeginPasskeyInput)
  .output(CreationOptionsOutput)
  .mutation(({ ctx, input }) => beginPasskeyInPool(ctx.deps, { actor: ctx.actor, ...input }));

/**
 * Adds a passkey; with the first authenticator of an account it returns recovery codes. Signed-in users.
 */
const addPasskey = protectedProcedure
  .meta({ limit: 'secret' })
  .input(AddPasskeyInput)
  .output(RecoveryCodesOutput)
  .mutation(({ ctx, input }) => {
    const { ipAddress, requestId } = ctx;
    return addInPool(ctx.deps, { actor: ctx.actor, origin: { ipAddress, requestId }, ...input });
  });

/** Removes a passkey, with a two-factor code. Signed-in users. */
const removePasskey = protectedProcedure
  .meta({ limit: 'secret' })
  .input(RemovePasskeyInput)
  .output(NoOutput)
  .mutation(async ({ ctx, input }) => {
    const { ipAddress, requestId } = ctx;
    await removeInPool(ctx.deps, { actor: ctx.actor, origin: { ipAddress, requestId }, ...input });
    return {};
  });

/** Asks for a passkey of the caller, to confirm an action. Signed-in users. */
const askForPasskey = protectedProcedure
  .meta({ limit: 'secret' })
  .input(NoInput)
  .output(RequestOptionsOutput)
  .mutation(({ ctx }) => askInPool(ctx.deps, ctx.actor));

/**
 * Takes the answer of a passkey; the code that it returns confirms one action. Signed-in users.
 */
const getPasskeyCode = protectedProcedure
  .meta({ limit: 'secret' })
  .input(AnswerInput)
  .output(PasskeyCodeOutput)
  .mutation(({ ctx, input }) => getCodeFromPool(ctx.deps, { actor: ctx.actor, ...input }));

export const passkeyRoutes = {
  listPasskeys,
  beginPasskey,
  addPasskey,
  removePasskey,
  askForPasskey,
  getPasskeyCode,
  beginPasskeyLogin,
  logInWithPasskey,
} satisfies TRPCRouterRecord;
