import type { AccountClassName } from './chart.ts';

/** Maximum number of users that a transfer touches. */
export type UsersPerTransfer = 0 | 1 | 'many';

export interface KindRule {
  /** Allowed legs: account class debited, account class credited. */
  readonly legs: readonly (readonly [from: AccountClassName, to: AccountClassName])[];
  readonly users: UsersPerTransfer;
  /** Pattern of the reference; each name in braces stands for one part without a slash. */
  readonly reference: string;
  /** True when the reference is published, which requires that it names no user. */
  readonly isPublic: boolean;
  /** Bound of the amount, beyond the balances that the legs take from. */
  readonly bound: string;
}
