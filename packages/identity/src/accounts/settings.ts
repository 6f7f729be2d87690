import type { UserId } from '@glasspool/core';
import type { IdentityDeps } from '../deps.ts';

/** Mail notifications of a user. Mail about the account itself is always sent. */
export interface Notifications {
  readonly emailAlerts: boolean;
  readonly marketingEmails: boolean;
}

/** Changes the name that the user and their inviter see. */
export async function updateProfile(
  { db }: Pick<IdentityDeps, 'db'>,
  { userId, userName }: { userId: UserId; userName: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.updateTable('user').set({ userName }).where('id', '=', userId).execute();
  });
}

export async function getNotifications(
  { db }: Pick<IdentityDeps, 'db'>,
  userId: UserId,
): Promise<Notifications> {
  const user = await db.read
    .selectFrom('user')
    .select(['emailAlerts', 'marketingEmails'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return { emailAlerts: user.emailAlerts === 1, marketingEmails: user.marketingEmails === 1 };
}

/** Saves what was given and leaves the rest as it is. */
export async function setNotifications(
  { db }: Pick<IdentityDeps, 'db'>,
  userId: UserId,
  {
    emailAlerts,
    marketingEmails,
  }: { emailAlerts?: boolean | undefined; marketingEmails?: boolean | undefined },
): Promise<void> {
  const change = {
    ...(emailAlerts === undefined ? {} : { emailAlerts: Number(emailAlerts) }),
    ...(marketingEmails === undefined ? {} : { marketingEmails: Number(marketingEmails) }),
  };
  if (Object.keys(change).length === 0) return;
  await db.transaction(async (tx) => {
    await tx.updateTable('user').set(change).where('id', '=', userId).execute();
  });
}
