import type { UserId } from '@glasspool/core';
import { recordAdminAction } from '@glasspool/identity/audit';
import type { CallOrigin } from '@glasspool/identity/deps';
import { withTwoFactor } from '@glasspool/identity/two-factor';
import type { PoolDeps } from '../deps.ts';

const NAME = 'announcement';

/** Text that every page shows; empty while there is no announcement. */
export async function getAnnouncement({ db }: Pick<PoolDeps, 'db'>): Promise<string> {
  const row = await db.read.selectFrom('setting').select('value').where('name', '=', NAME).executeTakeFirst();
  return row?.value ?? '';
}

/**
 * Shows a text on every page from now on, instead of the one before; an empty text ends it. Everyone believes it, so that it asks for a
 * two-factor code.
 *
 * @throws PoolError TWO_FACTOR_REQUIRED, TWO_FACTOR_BLOCKED, TWO_FACTOR_SHUT, TWO_FACTOR_INVALID
 */
export async function setAnnouncement(
  deps: Pick<PoolDeps, 'db' | 'machineClock' | 'events' | 'twoFactorKey' | 'passwords' | 'otpKey'>,
  request: { adminId: UserId; origin: CallOrigin; text: string; totp?: string | undefined },
): Promise<void> {
  const { adminId, origin, text, totp } = request;
  await withTwoFactor(deps, { userId: adminId, code: totp }, (assertTwoFactor) =>
    deps.db.transaction(async (tx) => {
      const before = await tx
        .selectFrom('setting')
        .select('value')
        .where('name', '=', NAME)
        .executeTakeFirst();
      // It is so already: a second press changes nothing and writes no line.
      if ((before?.value ?? '') === text) return;
      await assertTwoFactor(tx);
      await tx
        .insertInto('setting')
        .values({ name: NAME, value: text })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: text }))
        .execute();
      await recordAdminAction(tx, deps, {
        adminId,
        origin,
        action: 'announcement.set',
        subject: NAME,
        before: { text: before?.value ?? '' },
        after: { text },
      });
      tx.onCommit(() => deps.events.emitToAll('announcement.changed'));
    }),
  );
}
