import type { Transaction } from './transaction.ts';

/** Adds one to a named counter, which begins at 0, and returns it. */
export async function incrementCounter(tx: Transaction, name: string): Promise<number> {
  const { value } = await tx
    .insertInto('counter')
    .values({ name, value: 1 })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet((eb) => ({ value: eb('counter.value', '+', 1) })),
    )
    .returning('value')
    .executeTakeFirstOrThrow();
  return value;
}
