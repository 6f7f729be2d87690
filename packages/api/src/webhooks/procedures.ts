import {
  createWebhook as createForUser,
  listDeliveries as listDeliveriesForUser,
  listWebhooks as listForUser,
  redeliver as redeliverForUser,
  removeWebhook as removeForUser,
} from '@glasspool/identity/webhooks';
import type { TRPCRouterRecord } from '@trpc/server';
import { NoInput, NoOutput } from '../contract.ts';
import { readIdempotencyKey } from '../idempotency-key.ts';
import { protectedProcedure } from '../trpc.ts';
import {
  CreateWebhookOutput,
  ListDeliveriesInput,
  ListDeliveriesOutput,
  ListWebhooksOutput,
  RedeliverInput,
  RemoveWebhookInput,
} from './contract.ts';
import { CreateWebhookInput } from './forms.ts';

/**
 * Sends the caller's events to a URL, and shows the secret that signs them this once. Signed-in users.
 */
const createWebhook = protectedProcedure
  .meta({ limit: 'secret' })
  .input(CreateWebhookInput)
  .output(CreateWebhookOutput)
  .mutation(({ ctx, input }) =>
    createForUser(ctx.deps, { actor: ctx.actor, ...input, ...readIdempotencyKey(ctx) }),
  );

/** Webhooks of the caller. Signed-in users. */
const listWebhooks = protectedProcedure
  .input(NoInput)
  .output(ListWebhooksOutput)
  .query(({ ctx }) => listForUser(ctx.deps, ctx.actor.userId));

/** Sends nothing there any more. Signed-in users. */
const removeWebhook = protectedProcedure
  .input(RemoveWebhookInput)
  .output(NoOutput)
  .mutation(async ({ ctx, input }) => {
    await removeForUser(ctx.deps, { userId: ctx.actor.userId, id: input.id });
    return {};
  });

/** Deliveries to a webhook, with their outcome. Signed-in users. */
const listDeliveries = protectedProcedure
  .input(ListDeliveriesInput)
  .output(ListDeliveriesOutput)
  .query(async ({ ctx, input }) => {
    const { deliveries, total } = await listDeliveriesForUser(ctx.deps, {
      userId: ctx.actor.userId,
      ...input,
    });
    return { data: deliveries, meta: { page: input.page, limit: input.limit, total } };
  });

/** Sends an event again. Signed-in users. */
const redeliver = protectedProcedure
  .input(RedeliverInput)
  .output(NoOutput)
  .mutation(async ({ ctx, input }) => {
    await redeliverForUser(ctx.deps, { userId: ctx.actor.userId, id: input.id });
    return {};
  });

export const webhookRoutes = {
  createWebhook,
  listWebhooks,
  removeWebhook,
  listDeliveries,
  redeliver,
} satisfies TRPCRouterRecord;
