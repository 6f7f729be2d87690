import {
  createId,
  formatAmount,
  isId,
  isLargeRateChange,
  PoolError,
  type Terms,
  type TermsProposalId,
  type TermsValues,
  type UserId,
} from '@glasspool/core';
import {
  findEarlierResult,
  isUniqueViolation,
  lockRows,
  type Queryable,
  rememberKey,
  type Transaction,
  toKey,
} from '@glasspool/db';
import { assertSecondPerson, hasOtherAdmin } from '@glasspool/identity/accounts';
import { recordAdminAction } from '@glasspool/identity/audit';
import type { CallOrigin } from '@glasspool/identity/deps';
import { type AssertTwoFactor, withTwoFactor } from '@glasspool/identity/two-factor';
import type { PoolDeps } from '../deps.ts';
import { getCurrentTerms, getTerms, toColumns, toValues } from './terms.ts';
import { assertTermsAllowed } from './terms-rules.ts';

/** Terms as an admin enters them. */
export interface NewTerms extends TermsValues {
  readonly startsAt: number;
}

/** Terms that wait for a second admin. */
export interface TermsProposal extends NewTerms {
  readonly id: TermsProposalId;
  /** Email of the admin who proposed them. */
  readonly proposedBy: string;
  readonly createdAt: number;
}

type Deps = Pick<
  PoolDeps,
  'db' | 'clock' | 'machineClock' | 'random' | 'twoFactorKey' | 'otpKey' | 'passwords' | 'events'
>;

interface PublishRequest {
  readonly adminId: UserId;
  readonly origin: CallOrigin;
  readonly terms: NewTerms;
  readonly idempotencyKey?: string;
}

interface Publication extends Pick<PublishRequest, 'adminId' | 'origin' | 'terms'> {
  readonly newest: Terms;
  readonly now: number;
}

/** Result of publishing terms: published, or waiting for a second admin. */
export type PublishResult =
  | { readonly state: 'published'; readonly terms: Terms }
  | { readonly state: 'proposed'; readonly id: TermsProposalId };

/**
 * Publishes a new version of the terms. It applies to investments made from `startsAt` on; an investment keeps the version that it was
 * made under, and that version's reserve. A rate that differs by more than half from the one in force, or from one to come, waits for a
 * second admin where there are two. The same request under the same key does it once.
 *
 * @throws PoolError TERMS_OUT_OF_BOUNDS, TERMS_START_TOO_SOON, TERMS_PROPOSAL_OPEN, TWO_FACTOR_REQUIRED, TWO_FACTOR_BLOCKED, TWO_FACTOR_SHUT,
 *   TWO_FACTOR_INVALID, IDEMPOTENCY_KEY_REUSED
 */
export async function publishTerms(
  deps: Deps,
  request: PublishRequest & { totp?: string | undefined },
): Promise<PublishResult> {
  const { adminId, totp } = request;
  const result = await withTwoFactor(deps, { userId: adminId, code: totp }, (assertTwoFactor) =>
    decide(deps, request, assertTwoFactor).catch((error: unknown) => {
      if (isUniqueViolation(error)) throw new PoolError('TERMS_PROPOSAL_OPEN');
      throw error;
    }),
  );
  if (typeof result !== 'number') return result;
  return { state: 'published', terms: await getTerms(deps.db.read, result) };
}

/** Version that was published, or the proposal. */
type Decided = number | Extract<PublishResult, { state: 'proposed' }>;

async function decide(
  deps: Deps,
  { adminId, origin, terms, idempotencyKey }: PublishRequest,
  assertTwoFactor: AssertTwoFactor,
): Promise<Decided> {
  const now = deps.clock.now();
  const key = toKey({ userId: adminId, operation: 'publish-terms', idempotencyKey }, [
    JSON.stringify(describeTerms(terms)),
    terms.startsAt,
  ]);
  return deps.db.transaction(async (tx) => {
    const newest = await lockNewest(tx);
    const earlier = await findEarlierResult(tx, key);
    if (earlier !== undefined)
      return isId('termsProposal', earlier) ? { state: 'proposed', id: earlier } : Number(earlier);
    const known = await listKnown(tx, now);
    assertTermsAllowed(terms, { startsAt: terms.startsAt, now, known });
    await assertTwoFactor(tx);
    const knownPpm = known.map(({ targetRatePpm }) => targetRatePpm);
    const isLarge = isLargeRateChange(knownPpm, terms.targetRatePpm);
    if (isLarge && (await hasOtherAdmin(tx, deps, adminId))) {
      const id = await insertProposal(tx, deps, { adminId, origin, terms, newest, now });
      await rememberKey(tx, key, { resultId: id, now });
      return { state: 'proposed', id };
    }
    const version = await insertTerms(tx, deps, { adminId, origin, terms, newest, now });
    await rememberKey(tx, key, { resultId: String(version), now });
    tx.onCommit(() => deps.events.emitToStaff('terms.changed'));
    return version;
  });
}

async function insertProposal(
  tx: Transaction,
  deps: Deps,
  { adminId, origin, terms, newest, now }: Publication,
): Promise<TermsProposalId> {
  const id = createId('termsProposal', deps);
  await tx
    .insertInto('termsProposal')
    .values({
      id,
      ...toColumns(terms),
      startsAt: terms.startsAt,
      proposedBy: adminId,
      state: 'open',
      decidedBy: null,
      createdAt: now,
      decidedAt: null,
    })
    .execute();
  await recordAdminAction(tx, deps, {
    adminId,
    origin,
    action: 'terms.propose',
    subject: id,
    before: describeTerms(newest),
    after: { ...describeTerms(terms), startsAt: new Date(terms.startsAt).toISOString() },
  });
  tx.onCommit(() => deps.events.emitToStaff('terms.changed'));
  return id;
}

/**
 * Publishes proposed terms, or rejects them. The admin who proposed them may reject, never publish, nor may one who is no second person.
 *
 * @throws PoolError NOT_FOUND, NOT_SECOND_PERSON, TERMS_OUT_OF_BOUNDS, TERMS_START_TOO_SOON when the notice has run out, TWO_FACTOR_REQUIRED,
 *   TWO_FACTOR_BLOCKED, TWO_FACTOR_SHUT, TWO_FACTOR_INVALID
 */
export async function decideTermsProposal(
  deps: Deps,
  request: {
    adminId: UserId;
    origin: CallOrigin;
    id: TermsProposalId;
    decision: 'publish' | 'reject';
    totp?: string | undefined;
  },
): Promise<void> {
  const { adminId, origin, id, decision, totp } = request;
  await withTwoFactor(deps, { userId: adminId, code: totp }, (assertTwoFactor) =>
    deps.db.transaction(async (tx) => {
      const newest = await lockNewest(tx);
      const query = tx
        .selectFrom('termsProposal')
        .selectAll()
        .where('id', '=', id)
        .where('state', '=', 'open');
      const proposal = await lockRows(tx, query).executeTakeFirst();
      if (proposal === undefined) throw new PoolError('NOT_FOUND');
      const now = deps.clock.now();
      const terms = { ...toValues(proposal), startsAt: proposal.startsAt };
      if (decision === 'publish') {
        await assertSecondPerson(tx, { askedBy: proposal.proposedBy, agreedBy: adminId });
        assertTermsAllowed(terms, { startsAt: terms.startsAt, now, known: await listKnown(tx, now) });
      }
      await assertTwoFactor(tx);
      const state = decision === 'publish' ? 'published' : 'rejected';
      await tx
        .updateTable('termsProposal')
        .set({ state, decidedBy: adminId, decidedAt: now })
        .where('id', '=', id)
        .execute();
      if (decision === 'publish') await insertTerms(tx, deps, { adminId, origin, terms, newest, now });
      else
        await recordAdminAction(tx, deps, {
          adminId,
          origin,
          action: 'terms.reject',
          subject: id,
          before: { state: 'open' },
          after: { state: 'rejected' },
        });
      tx.onCommit(() => deps.events.emitToStaff('terms.changed'));
    }),
  );
}

/** Terms that wait for a second admin; at most one at a time. */
export async function findTermsProposal({ db }: Pick<PoolDeps, 'db'>): Promise<TermsProposal | undefined> {
  const row = await db.read
    .selectFrom('termsProposal')
    .innerJoin('user', 'user.id', 'termsProposal.proposedBy')
    .selectAll('termsProposal')
    .select('user.email')
    .where('termsProposal.state', '=', 'open')
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { id, email, createdAt, startsAt } = row;
  return { ...toValues(row), id, proposedBy: email, createdAt, startsAt };
}

/**
 * Newest version, so that of two admins at once the second builds on what the first published. The first version is what all of them lock:
 * PostgreSQL gives who waits for the newest one that row again, though another one is the newest by then.
 */
async function lockNewest(tx: Transaction): Promise<Terms> {
  const versions = tx.selectFrom('terms').select('version').limit(1);
  await lockRows(tx, versions.orderBy('version')).executeTakeFirstOrThrow();
  const { version } = await versions.orderBy('version', 'desc').executeTakeFirstOrThrow();
  return getTerms(tx, version);
}

/** Version in force and those to come. */
async function listKnown(db: Queryable, now: number): Promise<TermsValues[]> {
  const { version } = await getCurrentTerms(db, now);
  const rows = await db
    .selectFrom('terms')
    .selectAll()
    .where('version', '>=', version)
    .orderBy('version')
    .execute();
  return rows.map(toValues);
}

async function insertTerms(
  tx: Transaction,
  deps: Deps,
  { adminId, origin, terms, newest, now }: Publication,
): Promise<number> {
  const version = newest.version + 1;
  await tx
    .insertInto('terms')
    .values({ version, publishedAt: now, startsAt: terms.startsAt, ...toColumns(terms) })
    .execute();
  await recordAdminAction(tx, deps, {
    adminId,
    origin,
    action: 'terms.publish',
    subject: `terms/${version}`,
    before: describeTerms(newest),
    after: { ...describeTerms(terms), startsAt: new Date(terms.startsAt).toISOString() },
  });
  return version;
}

function describeTerms(terms: TermsValues): Record<string, string | number> {
  const { targetRatePpm, termDays, minimumMicro, withdrawalMinimumMicro, withdrawalFeeMicro } = terms;
  return {
    targetRatePpm,
    termDays,
    minimumUsdt: formatAmount(minimumMicro.USDT),
    minimumTrx: formatAmount(minimumMicro.TRX),
    withdrawalMinimumUsdt: formatAmount(withdrawalMinimumMicro.USDT),
    withdrawalMinimumTrx: formatAmount(withdrawalMinimumMicro.TRX),
    withdrawalFeeUsdt: formatAmount(withdrawalFeeMicro.USDT),
    withdrawalFeeTrx: formatAmount(withdrawalFeeMicro.TRX),
    referralRatesPpm: terms.referralRatesPpm.join(', '),
    referralCapPpm: terms.referralCapPpm,
  };
}
