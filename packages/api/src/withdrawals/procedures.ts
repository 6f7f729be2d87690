import { AmountString, LEDGER_CURRENCIES, PoolError, parseAmount } from '@glasspool/core';
import type { Actor, ApiKeyCaller } from '@glasspool/identity/deps';
import {
  cancelWithdrawal as cancelInPool,
  getWithdrawal as getWithdrawalInPool,
  getWithdrawalLimits as getWithdrawalLimitsInPool,
  listWithdrawalsToReview,
  quoteWithdrawal as quoteInPool,
  requestOperatorWithdrawal,
  requestWithdrawal,
  reviewWithdrawal as reviewInPool,
  type WithdrawalRequest,
} from '@glasspool/pool/withdrawals';
import type { TRPCRouterRecord } from '@trpc/server';
import { z } from 'zod';
import type { Context } from '../context.ts';
import { MicroAmount, NoInput } from '../contract.ts';
import { CurrencyField } from '../forms.ts';
import { readIdempotencyKey } from '../idempotency-key.ts';
import { present, presentReason } from '../present.ts';
import {
  adminProcedure,
  assertStaff,
  protectedProcedure,
  readProcedure,
  staffProcedure,
  withdrawProcedure,
} from '../trpc.ts';
import {
  CancelWithdrawalInput,
  GetWithdrawalInput,
  GetWithdrawalOutput,
  ListReviewsOutput,
  PayeeAddress,
  ReviewWithdrawalInput,
  ReviewWithdrawalOutput,
  WithdrawalLimitsOutput,
  WithdrawInput,
  WithdrawOutput,
} from './contract.ts';

/** Cancels a withdrawal of the caller's that is not signed yet. Signed-in users. */
const cancelWithdrawal = protectedProcedure
  .meta({
    openapi: {
      method: 'POST',
      path: '/withdraw/cancel',
      summary: 'Cancel a withdrawal before it is signed',
      errors: ['NOT_FOUND', 'WITHDRAWAL_NOT_CANCELLABLE'],
    },
  })
  .input(CancelWithdrawalInput)
  .output(WithdrawOutput)
  .mutation(async ({ ctx, input }) => {
    const { id, state } = await cancelInPool(ctx.deps, { userId: ctx.actor.userId, withdrawalId: input.id });
    return {
      message: 'The withdrawal is cancelled. The money is back in your balance.',
      data: { id, state },
    };
  });

/** Minimum, fee and what is left of the limits of today, per currency. Signed-in users, API keys. */
const getWithdrawalLimits = readProcedure
  .meta({
    openapi: {
      method: 'GET',
      path: '/withdrawal-limits',
      summary: 'Minimum, fee and limits of a withdrawal',
    },
  })
  .input(NoInput)
  .output(WithdrawalLimitsOutput)
  .query(async ({ ctx }) => ({
    data: (await getWithdrawalLimitsInPool(ctx.deps, ctx.user.userId)).map(
      ({ recentAddresses, ...limits }) => ({
        ...present(limits),
        recentAddresses: [...recentAddresses],
      }),
    ),
  }));

/** One withdrawal of the caller's, with every state it has been in. Signed-in users, API keys. */
const getWithdrawal = readProcedure
  .meta({
    openapi: {
      method: 'GET',
      path: '/withdrawals/{id}',
      summary: 'One withdrawal, with every state it has been in',
      errors: ['NOT_FOUND'],
    },
  })
  .input(GetWithdrawalInput)
  .output(GetWithdrawalOutput)
  .query(async ({ ctx, input }) => {
    const { amountMicro, feeMicro, reason, states, ...facts } = await getWithdrawalInPool(ctx.deps, {
      userId: ctx.user.userId,
      withdrawalId: input.id,
    });
    return {
      data: { ...facts, ...presentReason(reason), amount: amountMicro, fee: feeMicro, states: [...states] },
    };
  });

/** The withdrawals that wait for an admin. Admins and auditors. */
const listReviews = staffProcedure
  .meta({
    openapi: {
      method: 'GET',
      path: '/reviews',
      summary: 'Withdrawals that wait for an admin',
    },
  })
  .input(NoInput)
  .output(ListReviewsOutput)
  .query(async ({ ctx }) => ({
    data: (await listWithdrawalsToReview(ctx.deps)).map(
      ({ id, userId, email, source, currency, address, amountMicro, reason, createdAt }) => ({
        id,
        userId,
        email,
        source,
        currency,
        address,
        amount: amountMicro,
        ...presentReason(reason),
        createdAt,
      }),
    ),
  }));

const QuoteWithdrawalInput = z.strictObject({
  currency: CurrencyField,
  address: PayeeAddress,
  amount: AmountString,
});
const QuoteWithdrawalOutput = z.object({
  isNewPayee: z.boolean(),
  needsCode: z.boolean(),
  needsReview: z.boolean(),
  networkFee: z.object({ currency: z.enum(LEDGER_CURRENCIES), amount: MicroAmount }).nullable(),
  opensAccount: z.boolean(),
});

/** Steps that a withdrawal would need, and the network fee, which the operator pays. Signed-in users. */
const quoteWithdrawal = readProcedure
  .meta({
    openapi: {
      method: 'GET',
      path: '/withdrawal-quote',
      summary: 'Steps and network fee of a withdrawal, before it is requested',
      errors: ['ADDRESS_INVALID', 'ADDRESS_CHECKSUM', 'ADDRESS_WRONG_NETWORK', 'ADDRESS_FORBIDDEN'],
    },
  })
  .input(QuoteWithdrawalInput)
  .output(QuoteWithdrawalOutput)
  .query(async ({ ctx, input: { amount, ...request } }) => {
    const { userId } = ctx.user;
    const { networkFee, ...quote } = await quoteInPool(ctx.deps, {
      ...request,
      userId,
      amountMicro: parseAmount(amount),
    });
    return {
      ...quote,
      networkFee: networkFee && { currency: networkFee.currency, amount: networkFee.micro },
    };
  });

/** Approves or rejects a withdrawal above the review limit. Admins, never for their own. */
const reviewWithdrawal = adminProcedure
  .meta({
    openapi: {
      method: 'POST',
      path: '/reviews/decide',
      summary: 'Approve or reject a withdrawal that waits for review',
      errors: [
        'NOT_FOUND',
        'NOT_SECOND_PERSON',
        'WITHDRAWAL_NOT_REVIEWED',
        'OWNER_OWES',
        'APPROVAL_ABOVE_CAP',
        'TWO_FACTOR_REQUIRED',
        'TWO_FACTOR_INVALID',
        'TWO_FACTOR_BLOCKED',
        'TWO_FACTOR_SHUT',
      ],
    },
  })
  .input(ReviewWithdrawalInput)
  .output(ReviewWithdrawalOutput)
  .mutation(async ({ ctx, input }) => {
    await reviewInPool(ctx.deps, {
      ...ctx.admin,
      withdrawalId: input.id,
      decision: input.decision,
      ...(input.decision === 'reject' ? { reason: input.reason } : { reason: '', totp: input.totp }),
    });
    return {};
  });

/**
 * Asks for a withdrawal to an outside address. Signed-in users, and API keys that may withdraw, to the withdrawal allowlist only. The same idempotency key (in the body, or as the header
 * Idempotency-Key) with the same request is the same withdrawal. Admins may name the hot wallet as the source.
 */
const withdraw = withdrawProcedure
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

export const withdrawalRoutes = {
  withdraw,
  cancelWithdrawal,
  getWithdrawal,
  getWithdrawalLimits,
  quoteWithdrawal,
  listReviews,
  reviewWithdrawal,
} satisfies TRPCRouterRecord;
