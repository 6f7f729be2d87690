import type { Kysely, Transaction as KyselyTransaction } from 'kysely';
import type { Tables } from './schema/tables.ts';

export type DialectName = 'sqlite' | 'postgres';

/** Reading side of a database: selects, on the database or inside a transaction. */
export type Queryable = Pick<
  Kysely<Tables>,
  'selectFrom' | 'selectNoFrom' | 'fn' | 'with' | 'getExecutor'
> & {
  readonly dialectName: DialectName;
};

declare const insideTransaction: unique symbol;

/** Only `Database.transaction` makes one, so a function that takes it cannot be called outside of a transaction. */
export type Transaction = KyselyTransaction<Tables> & {
  readonly dialectName: DialectName;
  readonly [insideTransaction]: true;
  /** Runs a side effect once the transaction has committed, and never if it does not. */
  onCommit(effect: () => void): void;
};
