/** Withdrawal as its user knows it. */
export interface AskedPayout {
  readonly user: string;
  readonly amount: string;
  readonly answer: 'done' | 'refused';
}

/**
 * Compares requested payouts with the number of payments of each amount. Several users may have asked for the same amount, so amounts are
 * counted. If an amount was paid too rarely, one of these users lost it, but it cannot be said which one.
 */
export function comparePayouts<Asked extends AskedPayout>(
  asked: readonly Asked[],
  paid: ReadonlyMap<string, number>,
): { lost: { readonly asked: readonly Asked[]; readonly text: string }[]; doubled: string[] } {
  const lost: { asked: readonly Asked[]; text: string }[] = [];
  const doubled: string[] = [];
  for (const [amount, those] of Map.groupBy(asked, (one) => one.amount)) {
    const done = those.filter(({ answer }) => answer === 'done');
    const times = paid.get(amount) ?? 0;
    const text = `${amount} was acknowledged ${done.length} times and paid ${times} times (${those.map(({ user }) => user).join(', ')}).`;
    if (times < done.length) lost.push({ asked: done, text });
    if (times > done.length) doubled.push(text);
  }
  const known = new Set(asked.map(({ amount }) => amount));
  for (const [amount, times] of paid)
    if (!known.has(amount)) doubled.push(`${amount} was paid ${times} times, and no one asked for it.`);
  return { lost, doubled };
}
