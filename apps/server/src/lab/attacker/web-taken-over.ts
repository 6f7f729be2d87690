import { HOT_WALLET_INDEX, SigningCapReachedError, SigningRefusedError } from '@glasspool/chains';
import { DAY_MS, formatAmount, parseAmount, toChainUnits } from '@glasspool/core';
import { sql } from 'kysely';
import type { Experiment } from '../experiment.ts';
import type { Sandbox } from '../sandbox.ts';

const CAP = '100';
const EACH = '40';
const ATTEMPTS = 6;

/** The attacker has the web process: every row of the database can be written, and the signer be asked for anything. */
export const webTakenOver: Experiment = {
  options: {
    settings: { withdrawalDailyCapMicro: { USDT: parseAmount(CAP), TRX: parseAmount(CAP) } },
  },
  run: async (sandbox, tell) => {
    tell.event('signer-cap', { amount: CAP, currency: 'USDT' });
    await dropTriggers(sandbox);
    tell.event('database-taken-over');
    const first = await steal(sandbox, 0);
    tell.event('rows-forged', { rows: ATTEMPTS, amount: EACH, currency: 'USDT' });
    tell.check('forged-and-signed', first.signedMicro > 0n, `${formatAmount(first.signedMicro)} USDT`);
    tell.check(
      'capped',
      first.signedMicro <= parseAmount(CAP) && first.refused > 0,
      `${formatAmount(first.signedMicro)} / ${CAP} USDT; ${first.reasons.join('; ')}`,
    );
    await sandbox.advance(DAY_MS);
    tell.event('a-day-later');
    const second = await steal(sandbox, ATTEMPTS);
    tell.check(
      'capped-again',
      second.signedMicro <= parseAmount(CAP) && second.refused > 0,
      `${formatAmount(second.signedMicro)} / ${CAP} USDT`,
    );
  },
};

interface Loot {
  readonly signedMicro: bigint;
  readonly refused: number;
  readonly reasons: readonly string[];
}

/** Writes withdrawals that no one asked for, has them signed and sends them off. */
async function steal(sandbox: Sandbox, firstNumber: number): Promise<Loot> {
  const chain = sandbox.chains.chains.BSC;
  const reasons = new Set<string>();
  let signedMicro = 0n;
  let refused = 0;
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const to = sandbox.newAddress('USDT');
    const id = await forge(sandbox, { number: firstNumber + attempt, to });
    try {
      const signed = await chain.signTransfer({
        fromIndex: HOT_WALLET_INDEX,
        currency: 'USDT',
        to,
        units: toChainUnits('USDT', parseAmount(EACH)),
        nonce: await chain.getNonce(0),
        subject: id,
      });
      await chain.broadcast(signed.raw);
      await sandbox.mine('BSC', 1);
      signedMicro += parseAmount(EACH);
    } catch (error) {
      if (!(error instanceof SigningRefusedError)) throw error;
      refused += 1;
      reasons.add(error instanceof SigningCapReachedError ? 'cap' : error.message);
    }
  }
  return { signedMicro, refused, reasons: [...reasons] };
}

/** Lifts what keeps rows in order: an attacker who may write may also do that. */
async function dropTriggers({ deps }: Sandbox): Promise<void> {
  const db = deps.db.untyped();
  const { rows } = await sql<{ name: string }>`select name from sqlite_master where type = 'trigger'`.execute(
    db,
  );
  for (const { name } of rows) await sql.raw(`drop trigger ${name}`).execute(db);
}

async function forge(
  { deps, alice, clock }: Sandbox,
  { number, to }: { number: number; to: string },
): Promise<string> {
  const id = `wdr_01J9Z3V5Q4K7R8S9T0V1W2X3${String(number).padStart(2, '0')}`;
  const now = clock.now();
  await sql`insert into withdrawal (id, user_id, source, network, currency, address, amount_micro, fee_micro, state, created_at, approved_at, updated_at)
    values (${id}, ${alice}, 'user', 'BSC', 'USDT', ${to}, ${parseAmount(EACH)}, 0, 'approved', ${now}, ${now}, ${now})`.execute(
    deps.db.untyped(),
  );
  return id;
}
