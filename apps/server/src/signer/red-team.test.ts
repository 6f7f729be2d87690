// Goal: an attacker who has taken over the web process, with all that it can write and ask, never gets signatures that are worth more than the
// day's caps, on either chain, however often both processes start again. Method: random sequences of moves against the signer itself,
// with real keys and real bytes; the spoils are counted from the signed bytes alone. RED_TEAM_SEQUENCES=10000 plays as many.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMnemonic, deriveKeys } from '@glasspool/chains/keys';
import { DAY_MS, MINUTE_MS, NETWORK_OF, parseAmount, USER_CURRENCIES } from '@glasspool/core';
import { micro } from '@glasspool/core/testing';
import type { Database } from '@glasspool/db';
import { describeEachDatabase } from '@glasspool/db/testing';
import { TestPool } from '@glasspool/pool/testing';
import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import {
  type Asked,
  buildPayment,
  deriveAddress,
  type Forged,
  moves,
  OUTSIDERS,
  Spoils,
  type Theft,
  USDT_CONTRACT,
} from '../testing/red-team.ts';
import { PaymentLog } from './payment-log.ts';
import { Signer } from './signer.ts';

const SEQUENCES = Number(process.env['RED_TEAM_SEQUENCES'] ?? 150);
const SEED = Number(process.env['RED_TEAM_SEED'] ?? 1);
const TIMEOUT_MS = Math.max(600_000, SEQUENCES * 500);
const CAP = { user: micro('1000'), operator: micro('500') };
const BOTH = { user: { USDT: CAP.user, TRX: CAP.user }, operator: { USDT: CAP.operator, TRX: CAP.operator } };
const START = Date.UTC(2026, 4, 3, 12);
const keys = deriveKeys(createMnemonic());

describeEachDatabase('a web process that was taken over', (open, dialect) => {
  /** Lifts what keeps rows in order: an attacker who may write may also do that. */
  async function takeOver(database: Database): Promise<void> {
    const db = database.untyped();
    if (dialect === 'postgres') {
      for (const table of ['withdrawal', 'outgoing_transaction', 'wallet'])
        await sql.raw(`alter table ${table} disable trigger all`).execute(db);
      return;
    }
    const { rows } = await sql<{
      name: string;
    }>`select name from sqlite_master where type = 'trigger'`.execute(db);
    for (const { name } of rows) await sql.raw(`drop trigger ${name}`).execute(db);
    await sql`pragma foreign_keys = off`.execute(db);
  }

  it('gets no signatures worth more than the caps', { timeout: TIMEOUT_MS }, async () => {
    const { database } = await open();
    const pool = await new TestPool(database).start();
    const userId = await pool.signUp('mallory');
    await takeOver(database);
    let signed = 0;
    const play = async (sequence: readonly Move[]): Promise<void> => {
      await sql`delete from outgoing_transaction`.execute(database.untyped());
      await sql`delete from withdrawal`.execute(database.untyped());
      await using attack = await Attack.start(database, userId);
      for (const move of sequence) await attack.make(move);
      signed += attack.signed;
      for (const currency of USER_CURRENCIES)
        expect(attack.spoils.worthMicro(currency)).toBeLessThanOrEqual(
          (CAP.user + CAP.operator) * BigInt(attack.days),
        );
    };
    process.stdout.write(`red-team seed ${SEED}; RED_TEAM_SEED=${SEED} plays the same sequences\n`);
    await fc.assert(fc.asyncProperty(moves, play), { numRuns: SEQUENCES, seed: SEED });
    // Attacks of which none gets anything would show nothing.
    // ASVS 13.3.3
    expect(signed).toBeGreaterThan(SEQUENCES);
  });
});

type Move = typeof moves extends fc.Arbitrary<(infer One)[]> ? One : never;

class Attack implements AsyncDisposable {
  readonly spoils = new Spoils();
  signed = 0;
  /** Days (UTC) that it went on for. */
  days = 1;
  #now = START;
  #serial = 0;
  #payments: PaymentLog | undefined;
  #signer: Signer | undefined;
  readonly #folder = mkdtempSync(join(tmpdir(), 'glasspool-red-team-'));
  readonly #database: Database;
  readonly #userId: string;

  private constructor(database: Database, userId: string) {
    this.#database = database;
    this.#userId = userId;
  }

  static async start(database: Database, userId: string): Promise<Attack> {
    const attack = new Attack(database, userId);
    await attack.#startSigner();
    return attack;
  }

  async make(move: Move): Promise<void> {
    if (move.kind === 'forge') return this.#forge(move);
    if (move.kind === 'ask') return this.#ask(move);
    if (move.kind === 'rush') return this.#rush(move.thefts);
    if (move.kind === 'restart-signer') return this.#startSigner();
    if (move.kind === 'forget-signed')
      return void (await sql`delete from outgoing_transaction`.execute(this.#database.untyped()));
    if (move.kind === 'claim-address') return this.#claim();
    this.#now += move.ms;
    this.days = Math.floor(this.#now / DAY_MS) - Math.floor(START / DAY_MS) + 1;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#payments?.[Symbol.dispose]();
    rmSync(this.#folder, { recursive: true });
    await sql`delete from wallet where derivation_index = 99`.execute(this.#database.untyped());
  }

  async #startSigner(): Promise<void> {
    this.#payments?.[Symbol.dispose]();
    this.#payments = await PaymentLog.open(join(this.#folder, 'payments.log'), this.#now);
    this.#signer = new Signer({
      config: { network: 'testnet', usdtContract: USDT_CONTRACT, dailyCapMicro: BOTH },
      keys,
      payments: this.#payments,
      db: this.#database.read,
      readNow: async () => this.#now,
      readFinalTimeMs: async () => this.#now,
      markUsed: () => undefined,
      useLocalNode: () => undefined,
    });
  }

  async #forge(row: Forged): Promise<void> {
    const network = NETWORK_OF[row.currency];
    const id = getId(row.withdrawal);
    const db = this.#database.untyped();
    await sql`delete from withdrawal where id = ${id}`.execute(db);
    await sql`insert into withdrawal (id, user_id, source, network, currency, address, amount_micro, fee_micro, state, created_at, approved_at, updated_at)
      values (${id}, ${this.#userId}, ${row.source}, ${network}, ${row.currency}, ${getPayee(row)}, ${parseAmount(row.amount)}, 0, ${row.state}, ${this.#now}, ${this.#now}, ${this.#now})`.execute(
      db,
    );
  }

  async #claim(): Promise<void> {
    for (const network of ['BSC', 'TRON'] as const)
      await sql`insert into wallet (network, derivation_index, address, user_id) values (${network}, 99, ${OUTSIDERS[network][0] ?? ''}, ${this.#userId})
        on conflict do nothing`.execute(this.#database.untyped());
  }

  async #rush(thefts: readonly Theft[]): Promise<void> {
    for (const theft of thefts) await this.#forge({ ...theft, kind: 'forge', state: 'approved' });
    await Promise.all(
      thefts.map((theft) => this.#ask({ ...theft, kind: 'ask', index: 0, to: 'outside', hasSubject: true })),
    );
  }

  async #ask(move: Asked): Promise<void> {
    const { currency, index, nonce, withdrawal } = move;
    const network = NETWORK_OF[currency];
    this.#serial += 1;
    const payment = {
      network,
      currency,
      index,
      nonce,
      to: getPlace(move),
      amountMicro: parseAmount(move.amount),
      timeMs: this.#now,
      expiresAt: this.#now + move.expiresInMinutes * MINUTE_MS + this.#serial,
    };
    const payload = await buildPayment(keys, payment);
    const subject = move.hasSubject ? getId(withdrawal) : null;
    const request = { id: this.#serial, kind: 'transaction' as const, network, index, payload, subject };
    const answer = await this.#signer?.answer(request);
    // A payment to the pool itself is not a loss.
    if (answer === undefined || !('signature' in answer) || move.to === 'own') return;
    this.signed += 1;
    this.spoils.add(payment, payload);
  }
}

function getPlace({ currency, to, index, outsider }: Asked): string {
  const network = NETWORK_OF[currency];
  if (to === 'own') return deriveAddress(keys, network, index === 0 ? 1 : 0);
  return to === 'token' && network === 'BSC' ? USDT_CONTRACT : getPayee({ currency, outsider });
}

function getPayee({ currency, outsider }: Pick<Forged, 'currency' | 'outsider'>): string {
  return OUTSIDERS[NETWORK_OF[currency]][outsider] ?? '';
}

function getId(withdrawal: number): string {
  return `wdr_01J9Z3V5Q4K7R8S9T0V1W2X3Y${withdrawal}`;
}
