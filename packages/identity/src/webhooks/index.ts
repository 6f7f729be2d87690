export { EventDeliveries } from './deliver-events.ts';
export type { WebhookDeps, WebhookTransport } from './deps.ts';
export { type EventOfUser, enqueueEvent, WEBHOOK_EVENTS } from './enqueue-event.ts';
export {
  createWebhook,
  type Delivery,
  listDeliveries,
  listWebhooks,
  redeliver,
  removeWebhook,
  type Webhook,
} from './webhooks.ts';
