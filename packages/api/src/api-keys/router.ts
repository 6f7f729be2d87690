import type { TRPCRouterRecord } from '@trpc/server';
import { createApiKey, listApiKeys, revokeApiKey } from './api-keys.ts';

export const apiKeyRoutes = { createApiKey, listApiKeys, revokeApiKey } satisfies TRPCRouterRecord;
