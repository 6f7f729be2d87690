import {
  formatAmount,
  formatChainAmount,
  LEDGER_CURRENCIES,
  UNPAID_STATES,
  USER_CURRENCIES,
} from '@glasspool/core';
import { reconcile, verifyBooks } from '@glasspool/pool/books';
import { readBookSums } from '@glasspool/pool/testing';
import type { Sandbox } from './sandbox.ts';
import type { Teller } from './teller.ts';

const UNPAID: ReadonlySet<string> = new Set(UNPAID_STATES);

/** Asks the rules that hold for every pool at every moment, as the simulator does. */
export async function checkRules(sandbox: Sandbox, tell: Teller): Promise<void> {
  const sums = await readBookSums(sandbox.deps.db);
  const problems = await verifyBooks(sandbox.deps);
  tell.check(
    'books',
    problems.length === 0 && sums.every(({ imbalance }) => imbalance === 0n),
    problems.map(({ rule, subject, detail }) => `${rule}, ${subject}: ${detail}`).join('; ') ||
      'verify-books: 0',
  );
  const differences = await Promise.all(
    LEDGER_CURRENCIES.map(async (currency) => {
      const { unexplainedUnits } = await reconcile(sandbox.deps, currency);
      return { currency, unexplainedUnits };
    }),
  );
  tell.check(
    'chain',
    differences.every(({ unexplainedUnits }) => unexplainedUnits === 0n),
    differences
      .map(({ currency, unexplainedUnits }) => `${currency} ${formatChainAmount(currency, unexplainedUnits)}`)
      .join(', '),
  );
  tell.check(
    'covered',
    sums.every(({ heldMicro, claimsMicro }) => heldMicro >= claimsMicro),
    sums
      .map(
        ({ currency, heldMicro, claimsMicro }) =>
          `${currency} ${formatAmount(heldMicro)} / ${formatAmount(claimsMicro)}`,
      )
      .join(', '),
  );
  await checkPayments(sandbox, tell);
}

/** Each withdrawal was paid once and is confirmed, or was never paid. */
async function checkPayments(sandbox: Sandbox, tell: Teller): Promise<void> {
  const rows = await sandbox.deps.db.read
    .selectFrom('withdrawal')
    .select(['address', 'currency', 'state'])
    .execute();
  let paid = 0;
  const wrong: string[] = [];
  for (const currency of USER_CURRENCIES)
    for (const { address, state } of rows.filter((row) => row.currency === currency)) {
      const times = (await sandbox.listPaid(currency, address)).length;
      paid += times;
      if (times > 1 || (times === 1 && UNPAID.has(state)) || (times === 0 && state === 'confirmed'))
        wrong.push(`${address} ${state} × ${times}`);
    }
  tell.check('paid-once', wrong.length === 0, wrong.join('; ') || `${paid} / ${rows.length}`);
}
