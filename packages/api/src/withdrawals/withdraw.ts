import { PoolError, parseAmount } from '@glasspool/core';
import type { Actor, ApiKeyCaller } from '@glasspool/identity/deps';
import {
  requestOperatorWithdrawal,
  requestWithdrawal,
  type WithdrawalRequest,
} from '@glasspool/pool/withdrawals';
import type { Context } from '../context.ts';
import { readIdempotencyKey } from '../idempotency-key.ts';
import { assertStaff, withdrawProcedure } from '../trpc.ts';
import { WithdrawInput, WithdrawOutput } from './withdraw.contract.ts';

/**
 * Asks for a withdrawal to an outside address. Signed-in users, and API keys that may withdraw, to the withdrawal allowlist only. The same idempotency key (in the body, or as the header
 * Idempotency-Key) with the same request is the same withdrawal. Admins may name the hot wallet as the source.
 */
export const withdraw = withdrawProcedure
  .meta({
    limit: 'money',
    openapi: {
      method: 'POST',
      path: '/withdraw',
      summary: 'Withdraw to an outside address',
      errors: [
        'ADDRESS_INVALID',
        'ADDRESS_CHECKSUM',
        'ADDRESS_WRONG_NETWORK',
        'ADDRESS_FORBIDDEN',
        'PAYEE_NOT_LISTED',
        'PAYEE_WAITS',
        'TERMS_CHANGED',
        'WITHDRAWAL_BELOW_MINIMUM',
        'INSUFFICIENT_BALANCE',
        'RECEIVABLE_OUTSTANDING',
        'POOL_DAILY_CAP',
        'IDEMPOTENCY_KEY_REUSED',
        'WITHDRAWAL_REPEATED',
        'FORBIDDEN',
        'RESERVES_TOO_SMALL',
        'OPERATOR_DAILY_CAP',
        'TWO_FACTOR_REQUIRED',
        'TWO_FACTOR_INVALID',
        'TWO_FACTOR_BLOCKED',
        'TWO_FACTOR_SHUT',
      ],
    },
  })
  .input(WithdrawInput)
  .output(WithdrawOutput)
  .mutation(async ({ ctx, input }) => {
    const { id, state } = await takeFrom[input.from ?? 'own'](ctx, {
      currency: input.currency,
      address: input.receiverAddress ?? input.address ?? '',
      amountMicro: parseAmount(input.amount),
      shownFeeMicro: input.fee === undefined ? undefined : parseAmount(input.fee),
      totp: input.totp,
      ...readIdempotencyKey(ctx, input),
    });
    return { message: MESSAGES[state === 'reviewing' ? 'reviewing' : 'sending'], data: { id, state } };
  });

const MESSAGES = {
  reviewing: 'Your request is in. An admin reviews it before anything is sent.',
  sending: 'Your request is in. The network confirms it next.',
} as const;

type Request = Omit<WithdrawalRequest, 'userId'>;
type SignedIn = Context & { readonly user: Actor | ApiKeyCaller };

const takeFrom = {
  own: ({ deps, actor, user }: SignedIn, request: Request) =>
    requestWithdrawal(deps, { ...request, userId: user.userId, isProgram: actor === undefined }),
  'own-funds': (ctx: SignedIn, request: Request) => {
    if (ctx.actor === undefined) throw new PoolError('API_KEY_NOT_ALLOWED');
    assertStaff(ctx, ['admin']);
    const { deps, actor, ipAddress, requestId } = ctx;
    const admin = { adminId: actor.userId, origin: { ipAddress, requestId } };
    return requestOperatorWithdrawal(deps, { ...request, ...admin });
  },
};
