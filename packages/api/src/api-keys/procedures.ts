import {
  createApiKey as createInPool,
  listApiKeys as listInPool,
  revokeApiKey as revokeInPool,
} from '@glasspool/identity/api-keys';
import type { TRPCRouterRecord } from '@trpc/server';
import { NoInput, NoOutput } from '../contract.ts';
import { readIdempotencyKey } from '../idempotency-key.ts';
import { protectedProcedure } from '../trpc.ts';
import { ListApiKeysOutput, RevokeApiKeyInput } from './contract.ts';
import { CreateApiKeyInput, CreateApiKeyOutput } from './forms.ts';

/** Makes an API key and shows it this once. Signed-in users. */
const createApiKey = protectedProcedure
  .meta({ limit: 'secret' })
  .input(CreateApiKeyInput)
  .output(CreateApiKeyOutput)
  .mutation(({ ctx, input }) =>
    createInPool(ctx.deps, { actor: ctx.actor, ...input, ...readIdempotencyKey(ctx) }),
  );

/** The caller's API keys that work. Signed-in users. */
const listApiKeys = protectedProcedure
  .input(NoInput)
  .output(ListApiKeysOutput)
  .query(({ ctx }) => listInPool(ctx.deps, ctx.actor.userId));

/** Ends an API key at once. Signed-in users. */
const revokeApiKey = protectedProcedure
  .input(RevokeApiKeyInput)
  .output(NoOutput)
  .mutation(async ({ ctx, input }) => {
    await revokeInPool(ctx.deps, { userId: ctx.actor.userId, id: input.id });
    return {};
  });

export const apiKeyRoutes = { createApiKey, listApiKeys, revokeApiKey } satisfies TRPCRouterRecord;
