import { setImmediate } from 'node:timers/promises';
import { createId, formatAmount, NETWORKS, PoolError, type SweepId, type UserId } from '@glasspool/core';
import { isUniqueViolation } from '@glasspool/db';
import { recordAdminAction } from '@glasspool/identity/audit';
import type { CallOrigin } from '@glasspool/identity/deps';
import { type AssertTwoFactor, withTwoFactor } from '@glasspool/identity/two-factor';
import type { PoolDeps } from '../deps.ts';
import { listHalted } from '../outgoing/index.ts';
import { type AddressToSweep, readAddressesToSweep } from './addresses.ts';
import { findRunningSweep } from './find-running-sweep.ts';

const ROWS_PER_INSERT = 500;

type Deps = Pick<
  PoolDeps,
  | 'db'
  | 'clock'
  | 'machineClock'
  | 'random'
  | 'chains'
  | 'settings'
  | 'events'
  | 'twoFactorKey'
  | 'passwords'
  | 'otpKey'
>;

interface SweepRequest {
  readonly adminId: UserId;
  readonly origin: CallOrigin;
  readonly totp?: string | undefined;
}

/**
 * Begins a sweep of every deposit address worth it into the hot wallet. The workers carry it out, and go on with it
 * after any stop. While one runs, asking again answers with that one: a second press starts nothing. It moves coins and costs fees, so that it asks for
 * a two-factor code.
 *
 * @throws PoolError PAYOUTS_PAUSED, NOTHING_TO_SWEEP, TWO_FACTOR_REQUIRED, TWO_FACTOR_BLOCKED, TWO_FACTOR_SHUT, TWO_FACTOR_INVALID
 */
export async function startSweep(deps: Deps, request: SweepRequest): Promise<SweepId> {
  const running = await findRunningSweep(deps);
  if (running !== undefined) return running;
  if ((await listHalted(deps)).length === NETWORKS.length) throw new PoolError('PAYOUTS_PAUSED');
  const addresses = await readAddressesToSweep(deps);
  if (addresses.length === 0) throw new PoolError('NOTHING_TO_SWEEP');
  try {
    return await withTwoFactor(deps, { userId: request.adminId, code: request.totp }, (assertTwoFactor) =>
      store(deps, { ...request, addresses, assertTwoFactor }),
    );
  } catch (error) {
    // Another admin began one at the same moment.
    const other = isUniqueViolation(error) ? await findRunningSweep(deps) : undefined;
    if (other === undefined) throw error;
    return other;
  }
}

async function store(
  deps: Deps,
  request: SweepRequest & {
    readonly addresses: readonly AddressToSweep[];
    readonly assertTwoFactor: AssertTwoFactor;
  },
): Promise<SweepId> {
  const { adminId, origin, addresses, assertTwoFactor } = request;
  const now = deps.clock.now();
  const sweepId = createId('sweep', deps);
  await deps.db.transaction(async (tx) => {
    await assertTwoFactor(tx);
    await tx
      .insertInto('sweep')
      .values({ id: sweepId, requestedBy: adminId, state: 'running', createdAt: now, finishedAt: null })
      .execute();
    for (let start = 0; start < addresses.length; start += ROWS_PER_INSERT) {
      await tx
        .insertInto('sweepItem')
        .values(
          addresses.slice(start, start + ROWS_PER_INSERT).map((address) => ({
            id: createId('sweepItem', deps),
            sweepId,
            ...address,
            state: 'waiting',
            attempt: 0,
            reason: null,
            txHash: null,
            readHeight: 0,
            updatedAt: now,
          })),
        )
        .execute();
      // Requests are read in between.
      await setImmediate();
    }
    await recordAdminAction(tx, deps, {
      adminId,
      origin,
      action: 'sweep.start',
      subject: sweepId,
      before: {},
      after: { addresses: addresses.length, ...sumByCurrency(addresses) },
    });
    tx.onCommit(() => deps.events.emitToStaff('sweep.progress'));
  });
  return sweepId;
}

function sumByCurrency(addresses: readonly AddressToSweep[]): Record<string, string> {
  const sums = new Map<string, bigint>();
  for (const { currency, amountMicro } of addresses)
    sums.set(currency, (sums.get(currency) ?? 0n) + amountMicro);
  return Object.fromEntries([...sums].map(([currency, micro]) => [currency, formatAmount(micro)]));
}
