import { getAnnouncement as getFromPool, setAnnouncement as setInPool } from '@glasspool/pool/announcements';
import { NoInput, NoOutput } from '../common.contract.ts';
import { adminProcedure, publicProcedure } from '../trpc.ts';
import { AnnouncementOutput, SetAnnouncementInput } from './announcement.contract.ts';

/** Text of the operator that every page shows; empty without an announcement. Anyone. */
export const getAnnouncement = publicProcedure
  .meta({ openapi: { method: 'GET', path: '/announcement', summary: 'Announcement of the operator' } })
  .input(NoInput)
  .output(AnnouncementOutput)
  .query(async ({ ctx }) => ({ text: await getFromPool(ctx.deps) }));

/** Shows a text on every page, instead of the one before. Admins. */
export const setAnnouncement = adminProcedure
  .input(SetAnnouncementInput)
  .output(NoOutput)
  .mutation(async ({ ctx, input }) => {
    await setInPool(ctx.deps, { ...ctx.admin, ...input });
    return {};
  });
