import { sendTestTrxByContract } from '@glasspool/chains/local';
import { parseAmount, toChainUnits } from '@glasspool/core';
import type { Experiment } from '../experiment.ts';
import { listDepositStates } from '../read-states.ts';

const LENT = '850';
const PAID = '12';
const WITHDRAWN = '10';

/** A contract lends energy to Alice's address: an entry of the receipt that looks like a payment, and moves nothing. */
export const lentEnergy: Experiment = {
  run: async (sandbox, tell) => {
    const { alice, bob, chains, deps } = sandbox;
    const address = await sandbox.findDepositAddress(alice, 'TRX');
    const units = (amount: string): bigint => toChainUnits('TRX', parseAmount(amount));
    const before = await sandbox.readBalances(alice, 'TRX');
    const lent = { units: units(LENT), sentUnits: 0n, name: 'lend' };
    const txHash = await sendTestTrxByContract(chains.tronUrl, address, lent);
    tell.event('energy-lent', { amount: LENT, currency: 'TRX' });
    await sandbox.rest();
    const states = await listDepositStates(deps.db.read, LENT);
    const { transfers } = await readTransaction(sandbox, txHash);
    tell.check('loan-is-no-deposit', states.length === 0, states.join() || `${transfers} transfers`);
    await sendTestTrxByContract(chains.tronUrl, address, { units: units(PAID), sentUnits: units(PAID) });
    tell.event('paid-by-contract', { amount: PAID, currency: 'TRX' });
    await sandbox.rest();
    const paid = await listDepositStates(deps.db.read, PAID);
    const after = await sandbox.readBalances(alice, 'TRX');
    const detail = `${before.wallet} + ${PAID} = ${after.wallet}`;
    tell.check('payment-is-credited', paid.join() === 'credited', detail);
    const payee = await sandbox.withdraw(bob, 'TRX', WITHDRAWN);
    tell.event('withdrawal-asked', { person: 'Bob', amount: WITHDRAWN, currency: 'TRX' });
    await sandbox.rest();
    const payments = await sandbox.listPaid('TRX', payee);
    tell.check('payouts-go-on', payments.length === 1, payments.join() || '–');
  },
};

async function readTransaction(
  { chains }: Parameters<Experiment['run']>[0],
  txHash: string,
): Promise<{ transfers: number }> {
  const transfers = await chains.honest.TRON.listFinalTransfers(txHash);
  return { transfers: transfers?.length ?? 0 };
}
