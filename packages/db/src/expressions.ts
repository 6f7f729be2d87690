import { type Expression, type RawBuilder, sql } from 'kysely';
import type { DialectName, Transaction } from './transaction.ts';

/**
 * `floor(amount × numerator / scale)` in plain SQL, the same integers in both dialects and in `mulDivFloor` of core. The amount is
 * split by the scale first, so that nothing passes 64 bits while numerator ≤ scale ≤ 10^9.
 */
export function scaleDownSql(
  amount: RawBuilder<bigint>,
  numerator: bigint | number,
  scale: bigint,
): RawBuilder<bigint> {
  const [part, whole] = [sql.lit(BigInt(numerator)), sql.lit(scale)];
  return sql<bigint>`((${amount}) / ${whole} * ${part} + (${amount}) % ${whole} * ${part} / ${whole})`;
}

/** A sum of amounts that is 0 rather than null for no rows, and bigint in both dialects. */
export function sumMicro(column: Expression<bigint> | RawBuilder<bigint>): RawBuilder<bigint> {
  return sql<bigint>`cast(coalesce(sum(${column}), 0) as bigint)`;
}

/** Locks the rows that a select reads, until the transaction ends. SQLite holds its one write lock already. */
export function lockRows<Builder extends { forUpdate(): Builder }>(tx: Transaction, query: Builder): Builder {
  return tx.dialectName === 'postgres' ? query.forUpdate() : query;
}

/** The time of the database, in ms: one clock for all processes, whatever their machines say. */
export function databaseTime(dialect: DialectName): RawBuilder<number> {
  return dialect === 'sqlite'
    ? sql<number>`cast(unixepoch('subsec') * 1000 as integer)`
    : sql<number>`cast(extract(epoch from clock_timestamp()) * 1000 as bigint)`;
}
