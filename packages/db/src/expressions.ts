import { type Expression, type RawBuilder, sql } from 'kysely';
import type { Queryable, Transaction } from './database.ts';

type Operand = Expression<bigint> | Expression<number> | RawBuilder<bigint> | bigint;

/** `floor(value × numerator / denominator)` in SQL, exact beyond 64 bits in between, as `mulDivFloor` of core. */
export function mulDivFloorSql(
  db: Queryable | Transaction,
  value: Operand,
  numerator: Operand,
  denominator: Operand,
): RawBuilder<bigint> {
  return db.dialectName === 'sqlite'
    ? sql<bigint>`mul_div_floor(${value}, ${numerator}, ${denominator})`
    : sql<bigint>`div(cast(${value} as numeric) * cast(${numerator} as numeric), cast(${denominator} as numeric))::bigint`;
}

/** A sum of amounts that is 0 rather than null for no rows, and bigint in both dialects. */
export function sumMicro(column: Expression<bigint> | RawBuilder<bigint>): RawBuilder<bigint> {
  return sql<bigint>`cast(coalesce(sum(${column}), 0) as bigint)`;
}

/** Locks the rows that a select reads, until the transaction ends. SQLite holds its one write lock already. */
export function lockRows<Builder extends { forUpdate(): Builder }>(tx: Transaction, query: Builder): Builder {
  return tx.dialectName === 'postgres' ? query.forUpdate() : query;
}
