import { z } from 'zod';
import { idField, PageFields, PageMeta, Timestamp } from '../contract.ts';

const DeliveryIdField = idField('delivery', 'This is not the id of an event.');
const WebhookIdField = idField('webhook', 'This is not the id of a webhook.');

export const CreateWebhookOutput = z.object({ id: WebhookIdField, secret: z.string() });
export const ListWebhooksOutput = z.array(
  z.object({ id: WebhookIdField, url: z.string(), createdAt: Timestamp }),
);
export const RemoveWebhookInput = z.strictObject({ id: WebhookIdField });
export const ListDeliveriesInput = z.strictObject({ id: WebhookIdField, ...PageFields });
export const ListDeliveriesOutput = z.object({
  data: z.array(
    z.object({
      id: DeliveryIdField,
      event: z.string(),
      createdAt: Timestamp,
      tries: z.number(),
      nextTryAt: Timestamp.nullable().describe('Null once it was delivered or given up.'),
      deliveredAt: Timestamp.nullable(),
      lastStatus: z.number().nullable().describe('The HTTP status of the last answer.'),
      lastError: z.string().nullable(),
    }),
  ),
  meta: PageMeta,
});
export const RedeliverInput = z.strictObject({ id: DeliveryIdField });
