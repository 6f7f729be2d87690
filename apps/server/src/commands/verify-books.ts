// `npm run verify-books` recomputes the books from the postings and compares them with both chains. Exit code 1 on any difference.
import { setTimeout } from 'node:timers/promises';
import { formatChainAmount, LEDGER_CURRENCIES, NETWORKS } from '@glasspool/core';
import { readAuditHead } from '@glasspool/identity/audit';
import { reconcile, verifyBooks } from '@glasspool/pool/books';
import { confirmDeposits, scanChain } from '@glasspool/pool/deposits';
import { recordGasTopUp } from '@glasspool/pool/hot-wallet';
import { isAnythingOpen, settle } from '@glasspool/pool/outgoing';
import { loadConfig } from '../config/config.ts';
import { openPool } from '../open-pool.ts';
import { describeCommandError } from '../start-error.ts';

const WAIT_MS = 250;
const WAITS_MAX = 120;

try {
  const config = loadConfig();
  await using pool = await openPool(config);
  // The books may be a few blocks behind the chain; a difference counts only once they have caught up.
  for (const network of NETWORKS) {
    while ((await scanChain(pool.deps, network)) > 0);
    await confirmDeposits(pool.deps, network);
  }
  // So may be the fee of an anchor that was on its way when the program stopped.
  const isAnchorOpen = (): Promise<boolean> =>
    isAnythingOpen(pool.deps.db.read, 'BSC', ['anchor', 'anchor-gas']);
  for (let wait = 0; wait < WAITS_MAX && (await isAnchorOpen()); wait += 1) {
    await scanChain(pool.deps, 'BSC');
    await settle(pool.deps, 'BSC');
    await setTimeout(WAIT_MS);
  }
  await recordGasTopUp(pool.deps);
  const discrepancies = await verifyBooks(pool.deps);
  for (const { rule, subject, detail } of discrepancies)
    process.stdout.write(`WRONG ${rule}: ${subject}: ${detail}\n`);
  if (discrepancies.length === 0) process.stdout.write('books: right, recomputed from the postings\n');
  const { position, digest } = await readAuditHead(pool.deps.db.read);
  process.stdout.write(`audit log: whole, last link ${position}: ${digest}\n`);
  let isExact = discrepancies.length === 0;
  for (const currency of LEDGER_CURRENCIES) {
    const found = await reconcile(pool.deps, currency);
    const { onChainUnits, confirmingUnits, unexplainedUnits } = found;
    const inLedgerUnits =
      found.inCustodyUnits + found.inFlightUnits + found.dustUnits + found.quarantinedUnits + found.lostUnits;
    const amounts = [onChainUnits, inLedgerUnits, confirmingUnits].map((units) =>
      formatChainAmount(currency, units),
    );
    process.stdout.write(
      `${currency}: on chain ${amounts[0]}, in the books ${amounts[1]}, confirming ${amounts[2]}, unexplained ${unexplainedUnits} units\n`,
    );
    isExact &&= unexplainedUnits === 0n;
  }
  process.exitCode = isExact ? 0 : 1;
} catch (error) {
  process.stderr.write(`${describeCommandError(error)}\n`);
  process.exitCode = 1;
}
