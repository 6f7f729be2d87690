import { isStaff, type Queryable } from '@glasspool/db';
import { hasTwoFactor } from '@glasspool/identity/two-factor';

export interface StaffCount {
  readonly admins: number;
  readonly withoutTwoFactor: number;
  readonly withFirstPassword: number;
}

/** Counts admins, and admins and auditors whose account is not guarded yet. */
export async function countStaff(db: Queryable): Promise<StaffCount> {
  const staff = await db
    .selectFrom('user')
    .select(['id', 'role', 'mustChangePassword'])
    .where(isStaff)
    .execute();
  let withoutTwoFactor = 0;
  for (const { id } of staff) if (!(await hasTwoFactor(db, id))) withoutTwoFactor += 1;
  return {
    admins: staff.filter(({ role }) => role === 'admin').length,
    withoutTwoFactor,
    withFirstPassword: staff.filter(({ mustChangePassword }) => mustChangePassword === 1).length,
  };
}
