import { getAnnouncement as getFromPool, setAnnouncement as setInPool } from '@glasspool/pool/announcements';
import type { TRPCRouterRecord } from '@trpc/server';
import { NoInput, NoOutput } from '../contract.ts';
import { adminProcedure, publicProcedure } from '../trpc.ts';
import { GetContactsOutput } from './contract.ts';
import { AnnouncementOutput, SetAnnouncementInput } from './forms.ts';

/** Text of the operator that every page shows; empty without an announcement. Anyone. */
const getAnnouncement = publicProcedure
  .meta({ openapi: { method: 'GET', path: '/announcement', summary: 'Announcement of the operator' } })
  .input(NoInput)
  .output(AnnouncementOutput)
  .query(async ({ ctx }) => ({ text: await getFromPool(ctx.deps) }));

/** Shows a text on every page, instead of the one before. Admins. */
const setAnnouncement = adminProcedure
  .input(SetAnnouncementInput)
  .output(NoOutput)
  .mutation(async ({ ctx, input }) => {
    await setInPool(ctx.deps, { ...ctx.admin, ...input });
    return {};
  });

/** Contacts of the operator, from the settings of the program. Anyone. */
const getContacts = publicProcedure
  .input(NoInput)
  .output(GetContactsOutput)
  .query(({ ctx }) => ({ ...ctx.deps.settings.contacts }));

export const supportRoutes = { getContacts, getAnnouncement, setAnnouncement } satisfies TRPCRouterRecord;
