import { LEDGER_CURRENCIES } from '@glasspool/core';
import { listReconciliations as listFromPool } from '@glasspool/pool/books';
import { z } from 'zod';
import { NoInput, Timestamp } from '../common.contract.ts';
import { staffProcedure } from '../trpc.ts';

/** An amount in the chain's smallest units: 18 decimals for USDT and BNB, 6 for TRX. */
const Units = z.bigint();

const ListReconciliationsOutput = z.array(
  z.object({
    currency: z.enum(LEDGER_CURRENCIES),
    onChainUnits: Units,
    inCustodyUnits: Units,
    inFlightUnits: Units,
    confirmingUnits: Units,
    dustUnits: Units,
    quarantinedUnits: Units,
    unexplainedUnits: Units,
    checkedAt: Timestamp,
    /** Since when nothing explains the difference; null while it is explained. */
    differsSince: Timestamp.nullable(),
  }),
);

/** The last comparison of each currency on chain with the ledger. Admins and auditors. */
export const listReconciliations = staffProcedure
  .input(NoInput)
  .output(ListReconciliationsOutput)
  .query(async ({ ctx }) => [...(await listFromPool(ctx.deps))]);
