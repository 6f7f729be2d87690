import {
  changeEmail as changeEmailInPool,
  closeAccount as closeInPool,
  getNotifications as getNotificationsInPool,
  setNotifications as setInPool,
  updateProfile as updateInPool,
} from '@glasspool/identity/accounts';
import { changePassword as changePasswordInPool } from '@glasspool/identity/passwords';
import { endSessions as endInPool, listSessions as listInPool } from '@glasspool/identity/sessions';
import {
  beginTwoFactor as beginInPool,
  confirmTwoFactor as confirmInPool,
  getTwoFactor as getTwoFactorInPool,
  removeTwoFactor as removeInPool,
  renewRecoveryCodes as renewInPool,
} from '@glasspool/identity/two-factor';
import type { TRPCRouterRecord } from '@trpc/server';
import Bowser from 'bowser';
import type { Context } from '../context.ts';
import { NoInput, NoOutput } from '../contract.ts';
import { protectedProcedure } from '../trpc.ts';
import {
  BeginTwoFactorInput,
  BeginTwoFactorOutput,
  EndSessionsInput,
  EndSessionsOutput,
  ListSessionsOutput,
  NotificationsOutput,
  RecoveryCodesOutput,
  RenewRecoveryCodesInput,
  SetNotificationsInput,
  TwoFactorState,
} from './contract.ts';
import {
  ChangeEmailInput,
  ChangePasswordInput,
  CloseAccountInput,
  TotpInput,
  TwoFactorInput,
  UpdateProfileInput,
} from './forms.ts';

/**
 * Changes the caller's e-mail address to one that they have shown to read, and ends their sessions. Signed-in users.
 */
const changeEmail = protectedProcedure
  .meta({ limit: 'secret' })
  .input(ChangeEmailInput)
  .output(NoOutput)
  .mutation(async ({ ctx, input }) => {
    await changeEmailInPool(ctx.deps, { actor: ctx.actor, ...input });
    ctx.signUpCookie.clear();
    return {};
  });

/**
 * Closes the caller's account, which must be empty. Signed-in users.
 */
const closeAccount = protectedProcedure
  .meta({ limit: 'secret' })
  .input(CloseAccountInput)
  .output(NoOutput)
  .mutation(async ({ ctx, input }) => {
    await closeInPool(ctx.deps, { actor: ctx.actor, ...input });
    return {};
  });

/**
 * Changes the caller's password and ends their other sessions. Signed-in users.
 */
const changePassword = protectedProcedure
  .meta({ limit: 'secret' })
  .input(ChangePasswordInput)
  .output(NoOutput)
  .mutation(async ({ ctx, input }) => {
    await changePasswordInPool(ctx.deps, { actor: ctx.actor, ...input });
    return {};
  });

/** A browser with its version, and its system, such as Firefox 140 and Linux; null for other programs. */
export function nameProgram(userAgent: string): { browser: string; system: string } | null {
  if (userAgent === '') return null;
  const { browser, os } = Bowser.parse(userAgent);
  if (browser.name === undefined || os.name === undefined) return null;
  const [version = ''] = (browser.version ?? '').split('.');
  return { browser: `${browser.name} ${version}`.trim(), system: os.name };
}

/** Mail notifications of the caller. Signed-in users. */
const getNotifications = protectedProcedure
  .input(NoInput)
  .output(NotificationsOutput)
  .query(({ ctx }) => getNotificationsInPool(ctx.deps, ctx.actor.userId));

/** Saves the switches that are given. Signed-in users. */
const setNotifications = protectedProcedure
  .input(SetNotificationsInput)
  .output(NoOutput)
  .mutation(async ({ ctx, input }) => {
    await setInPool(ctx.deps, ctx.actor.userId, input);
    return {};
  });

/** The caller's open sessions. Signed-in users. */
const listSessions = protectedProcedure
  .input(NoInput)
  .output(ListSessionsOutput)
  .query(async ({ ctx }) => {
    const sessions = await listInPool(ctx.deps, ctx.actor);
    return sessions.map((session) => ({
      ...session,
      program: session.userAgent === null ? null : nameProgram(session.userAgent),
    }));
  });

/** Ends one of the caller's sessions, or all but this one. Signed-in users. */
const endSessions = protectedProcedure
  .meta({ limit: 'secret' })
  .input(EndSessionsInput)
  .output(EndSessionsOutput)
  .mutation(async ({ ctx, input }) => ({
    ended: await endInPool(ctx.deps, { actor: ctx.actor, ...input }),
  }));

/** The caller's two-factor authentication: the app, the number of passkeys, and of recovery codes left. Signed-in users. */
const getTwoFactor = protectedProcedure
  .input(NoInput)
  .output(TwoFactorState)
  .query(({ ctx }) => getTwoFactorInPool(ctx.deps, ctx.actor));

/** Begins to enrol an authenticator app. Signed-in users. */
const beginTwoFactor = protectedProcedure
  .meta({ limit: 'secret' })
  .input(BeginTwoFactorInput)
  .output(BeginTwoFactorOutput)
  .mutation(({ ctx, input }) => beginInPool(ctx.deps, { actor: ctx.actor, ...input }));

/** Ends the enrolment with the app's first code. Signed-in users. */
const confirmTwoFactor = protectedProcedure
  .meta({ limit: 'secret' })
  .input(TotpInput)
  .output(RecoveryCodesOutput)
  .mutation(({ ctx, input }) => confirmInPool(ctx.deps, getRequest(ctx, ctx.actor, input)));

/** Removes two-factor authentication, with a code. Signed-in users. */
const removeTwoFactor = protectedProcedure
  .meta({ limit: 'secret' })
  .input(TwoFactorInput)
  .output(NoOutput)
  .mutation(async ({ ctx, input }) => {
    await removeInPool(ctx.deps, getRequest(ctx, ctx.actor, input));
    return {};
  });

/** Makes new recovery codes, with a code of the app or of a passkey. Signed-in users. */
const renewRecoveryCodes = protectedProcedure
  .meta({ limit: 'secret' })
  .input(RenewRecoveryCodesInput)
  .output(RecoveryCodesOutput)
  .mutation(({ ctx, input }) => renewInPool(ctx.deps, getRequest(ctx, ctx.actor, input)));

type SignedIn = NonNullable<Context['actor']>;

function getRequest({ ipAddress, requestId }: Context, actor: SignedIn, { code }: { code: string }) {
  return { actor, origin: { ipAddress, requestId }, code };
}

/** Changes the caller's user name. Signed-in users. */
const updateProfile = protectedProcedure
  .input(UpdateProfileInput)
  .output(NoOutput)
  .mutation(async ({ ctx, input }) => {
    await updateInPool(ctx.deps, { userId: ctx.actor.userId, userName: input.userName });
    return {};
  });

export const accountRoutes = {
  updateProfile,
  changeEmail,
  closeAccount,
  changePassword,
  getNotifications,
  setNotifications,
  listSessions,
  endSessions,
  getTwoFactor,
  beginTwoFactor,
  confirmTwoFactor,
  removeTwoFactor,
  renewRecoveryCodes,
} satisfies TRPCRouterRecord;
