// Account paths and references as SQL, out of the chart and the grammar, for seeds that write the books set by set.
import {
  type PoolClassName,
  poolAccount,
  TRANSFER_KINDS,
  type TransferKind,
  type UserBalance,
  userAccount,
  userPathParts,
} from '@glasspool/core/books';

/** Path of an account of the pool, as a literal. */
export function accountPathSql(name: PoolClassName): string {
  return `'${poolAccount(name, 'USDT').path}'`;
}

/** Path of a user's account, from an expression for the user id. */
export function userPathSql(name: UserBalance, userId = 'user_id'): string {
  const { before, after } = userPathParts(name);
  return `'${before}' || ${userId} || '${after}'`;
}

/** Account class of a user's account. */
export function getClass(name: UserBalance): string {
  return userAccount('usr_seed', name, 'USDT').accountClass;
}

/** Reference of a kind, its parts filled in with expressions. */
export function referenceSql(kind: TransferKind, parts: Readonly<Record<string, string>>): string {
  const pattern = TRANSFER_KINDS[kind].reference;
  const filled = pattern.replace(/\{(\w+)\}/g, (_match, name: string) => `' || ${parts[name]} || '`);
  return `('${filled}')`;
}

/** Id with a number in the place of its random part, in the SQL of both databases. */
export function idSql(prefix: string, number: string): string {
  const digits = `cast(${number} as text)`;
  return `'${prefix}_' || substr('${'0'.repeat(26)}' || ${digits}, length(${digits}) + 1)`;
}
