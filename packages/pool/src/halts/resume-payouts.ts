import {
  formatChainAmount,
  LEDGER_CURRENCIES,
  type LedgerCurrency,
  PoolError,
  type UserId,
} from '@glasspool/core';
import { recordAdminAction } from '@glasspool/identity/audit';
import type { CallOrigin } from '@glasspool/identity/deps';
import { type AssertTwoFactor, withTwoFactor } from '@glasspool/identity/two-factor';
import { acceptShortages, reconcile } from '../books/index.ts';
import type { PoolDeps } from '../deps.ts';
import {
  acknowledgeOutside,
  endHalt,
  findNoncesUsedElsewhere,
  hasSentElsewhere,
  hasUnknownLines,
  reviewUnsigned,
} from '../outgoing/index.ts';

type Deps = Pick<
  PoolDeps,
  'db' | 'chains' | 'machineClock' | 'events' | 'signedLog' | 'twoFactorKey' | 'passwords' | 'otpKey'
>;

interface ResumeRequest {
  readonly adminId: UserId;
  readonly origin: CallOrigin;
  readonly reason: string;
  /** Reasons why payouts are off, as the admin was shown them; undefined where the admin resolves whatever there is. */
  readonly frozen?: string | undefined;
}

/**
 * Switches payouts on again after an admin has looked into why they stopped. Changes nothing while they are on. Where
 * money left that the database does not know of, what is not signed may have been paid: an admin looks at each such withdrawal, and
 * nothing is paid twice, or given back as well, by itself.
 *
 * @throws PoolError HALT_CHANGED where `frozen` is not why payouts are off, TWO_FACTOR_REQUIRED, TWO_FACTOR_BLOCKED, TWO_FACTOR_SHUT, TWO_FACTOR_INVALID
 */
export async function resumePayouts(
  deps: Deps,
  request: ResumeRequest & { totp?: string | undefined },
): Promise<void> {
  const { adminId, totp } = request;
  await withTwoFactor(deps, { userId: adminId, code: totp }, (assertTwoFactor) =>
    resume(deps, request, assertTwoFactor),
  );
}

async function resume(deps: Deps, request: ResumeRequest, assertTwoFactor: AssertTwoFactor): Promise<void> {
  const { adminId, origin, reason, frozen } = request;
  const isSentElsewhere = await hasSentElsewhere(deps);
  // One that waits may never come into a block: were its nonce taken, nothing could follow.
  const nonces = isSentElsewhere ? await findNoncesUsedElsewhere(deps) : [];
  const differences = await readDifferences(deps);
  const isShort = differences.some(({ currency, units }) => currency !== 'BNB' && units < 0n);
  const isOlderCopy = isSentElsewhere || (await hasUnknownLines(deps)) || isShort;
  const { length: logLines } = await deps.signedLog.readHashes();
  await deps.db.transaction(async (tx) => {
    const reasons = await endHalt(tx);
    if (reasons === undefined) return;
    if (frozen !== undefined && frozen !== reasons) throw new PoolError('HALT_CHANGED');
    await assertTwoFactor(tx);
    await acknowledgeOutside(tx, { nonces, logLines });
    await acceptShortages(
      tx,
      differences.map(({ currency, units }) => ({ currency, units: units < 0n ? -units : 0n })),
    );
    const toReview = isOlderCopy ? await reviewUnsigned(tx, deps) : 0;
    await recordAdminAction(tx, deps, {
      adminId,
      origin,
      action: 'payouts.resume',
      subject: 'payouts',
      before: { frozen: reasons },
      after: { reason, toReview, ...describeDifferences(differences) },
    });
    tx.onCommit(() => {
      deps.events.emitToStaff('notice.changed');
      deps.events.emitToAll('payouts.changed');
    });
  });
}

interface Difference {
  readonly currency: LedgerCurrency;
  readonly units: bigint;
}

/**
 * Differences of chain and books that nothing explains. Where the chain holds less, money left that the books do not know of, which TRON has
 * no nonces to tell by.
 */
async function readDifferences(deps: Deps): Promise<Difference[]> {
  const found: Difference[] = [];
  for (const currency of LEDGER_CURRENCIES) {
    const { unexplainedUnits: units } = await reconcile(deps, currency);
    if (units !== 0n) found.push({ currency, units });
  }
  return found;
}

/** For the audit log: the admin who resumes payouts over a difference is on record with it. */
function describeDifferences(differences: readonly Difference[]): { differences?: string } {
  if (differences.length === 0) return {};
  const texts = differences.map(({ currency, units }) => `${formatChainAmount(currency, units)} ${currency}`);
  return { differences: texts.join(', ') };
}
