import { NOTICE_KINDS } from '@glasspool/core';
import { listNotices as listFromPool, markNoticesRead as markInPool } from '@glasspool/pool/notices';
import type { TRPCRouterRecord } from '@trpc/server';
import { z } from 'zod';
import { NoInput, NoOutput, Timestamp } from '../contract.ts';
import { adminProcedure, staffProcedure } from '../trpc.ts';

const ListNoticesOutput = z.object({
  notices: z.array(
    z.object({
      id: z.string(),
      kind: z.enum(NOTICE_KINDS),
      subject: z.string(),
      /** The figures of its cause. */
      details: z.record(z.string(), z.string()),
      raisedAt: Timestamp,
      resolvedAt: Timestamp.nullable(),
      isRead: z.boolean(),
    }),
  ),
  unread: z.number(),
});

/** Notices for admins, open ones first, and the number that the caller has not read. Admins and auditors. */
const listNotices = staffProcedure
  .meta({
    openapi: {
      method: 'GET',
      path: '/notices',
      summary: 'Causes that need an admin, open ones first',
    },
  })
  .input(NoInput)
  .output(ListNoticesOutput)
  .query(({ ctx }) => listFromPool(ctx.deps, ctx.actor.userId));

/** Marks all open notices as read by the caller. Admins. */
const markNoticesRead = adminProcedure
  .meta({
    openapi: {
      method: 'POST',
      path: '/notices/read',
      summary: 'Mark all open notices as read',
    },
  })
  .input(NoInput)
  .output(NoOutput)
  .mutation(async ({ ctx }) => {
    await markInPool(ctx.deps, ctx.actor.userId);
    return {};
  });

export const noticeRoutes = { listNotices, markNoticesRead } satisfies TRPCRouterRecord;
