/** More than a stranger brings about at once; a node that is away is not asked about everything that waits. */
const FAILURES_MAX = 10;

/**
 * Does work for one after the other. One that fails stops none behind it; after ten the rest is left to the next call.
 *
 * @throws AggregateError of what failed, at the end
 */
export async function tryEach<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const errors: unknown[] = [];
  for (const item of items) {
    if (errors.length === FAILURES_MAX) break;
    try {
      await work(item);
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0)
    throw new AggregateError(errors, `${errors.length} of ${items.length} failed: ${String(errors[0])}`);
}
