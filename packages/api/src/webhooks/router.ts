import type { TRPCRouterRecord } from '@trpc/server';
import { createWebhook, listDeliveries, listWebhooks, redeliver, removeWebhook } from './webhooks.ts';

export const webhookRoutes = {
  createWebhook,
  listWebhooks,
  removeWebhook,
  listDeliveries,
  redeliver,
} satisfies TRPCRouterRecord;
