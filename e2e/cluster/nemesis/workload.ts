// Users of the nemesis: the bank, whose users always have the same sum in every read, and payees, who withdraw.
import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { mintTestToken } from '@glasspool/chains/local';
import { formatAmount, parseAmount, toChainUnits } from '@glasspool/core';
import { eventually, RestClient, signUp } from '../../src/rest-client.ts';
import type { Availability } from './availability.ts';
import { Client, type Outcome } from './client.ts';
import type { AskedPayout } from './compare-payouts.ts';

/** Money of each user of the bank, in micro-units. It moves from the wallet to the withdrawable balance; the sum never changes. */
const BANK_MICRO = 100_000_000_000n;
/** Money of each payee, in micro-units. It is released at the beginning, and part of it is invested. */
export const PAYEE_MICRO = 2_000_000_000n;
export const INVESTED_MICRO = 100_000_000n;
const DEPOSIT_PAUSE_MS = 2_000;
export const OUTSIDE = '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB';
const RESERVE = '50000';
const PASSWORD = 'correct horse battery';
/** Mean pause between two withdrawals of a user: the local chain takes only a few per second. */
const PAYOUT_PAUSE_MS = 1_500;

interface User {
  readonly email: string;
  readonly client: Client;
}

export interface BankUser extends User {
  /** Sum of the acknowledged moves, in micro-units. */
  movedMicro: bigint;
}

/** Withdrawal as its user knows it. Random micro-units distinguish the amounts, but some are the same by chance. */
export interface Asked extends AskedPayout {
  readonly key: string;
  readonly id: string | undefined;
}

export interface Payee extends User {
  /** Deposit address, which gets deposits all the time. */
  readonly address: string;
  readonly asked: Asked[];
}

/** A read whose sum was wrong. */
export interface WrongSum {
  readonly user: string;
  readonly sum: string;
}

export class Workload {
  readonly bank: BankUser[] = [];
  readonly payees: Payee[] = [];
  readonly wrongSums: WrongSum[] = [];
  readsRight = 0;
  acknowledged = 0;
  refused = 0;
  readonly #options: WorkloadOptions;
  #isOver = false;
  #running: Promise<unknown> = Promise.resolve();

  constructor(options: WorkloadOptions) {
    this.#options = options;
  }

  /** Signs up all users, and waits until their deposits are credited. */
  async prepare(): Promise<void> {
    const { bankUsers, payees, url } = this.#options;
    // The hot wallet needs coins for payouts: deposits stay on their addresses.
    const operator = new RestClient(() => url);
    await signUp(operator, 'operator@example.org', PASSWORD);
    await operator.post('/dev/fund-reserve', { currency: 'USDT', amount: RESERVE });
    for (let number = 0; number < bankUsers; number += 1)
      this.bank.push({ ...(await this.#makeUser(`bank-${number}`, BANK_MICRO)), movedMicro: 0n });
    for (let number = 0; number < payees; number += 1) {
      const payee = { ...(await this.#makeUser(`payee-${number}`, PAYEE_MICRO)), asked: [] };
      await mustDo(payee, '/transfer/wallet', { currency: 'USDT' });
      const amount = formatAmount(INVESTED_MICRO);
      await mustDo(payee, '/transfer/invest', { currency: 'USDT', amount, from: 'withdrawable' });
      this.payees.push(payee);
    }
  }

  /** Starts the work of all users. It goes on until `finish`. */
  start(): void {
    const { movesAtOnce } = this.#options;
    const movers = Array.from({ length: movesAtOnce }, () => this.#repeat(() => this.#move(pick(this.bank))));
    const readers = [this.#repeat(() => this.#readSum(pick(this.bank)))];
    const payees = this.payees.map((payee) => this.#repeat(() => this.#askForPayout(payee)));
    const deposits = this.#repeat(() => this.#deposit(pick(this.payees)));
    this.#running = Promise.all([...movers, ...readers, ...payees, deposits]);
  }

  /** Ends the work. Every request under way is repeated until its outcome is known. */
  async finish(): Promise<void> {
    this.#isOver = true;
    await this.#running;
  }

  /** Moves the pool's clock by a day, so that a reward run is due. Returns false when the pool did not confirm it. */
  async passDay(): Promise<boolean> {
    const [payee] = this.payees;
    const outcome = await payee?.client.post('/dev/clock/advance', { hours: 24 });
    return outcome?.kind === 'done';
  }

  /** Sends a deposit and ignores the outcome. A mint without an answer may have happened: the check reads deposits from the chain. */
  async #deposit({ address }: Payee): Promise<void> {
    const micro = BigInt(randomInt(1_000_000, 5_000_000));
    await mintTestToken(this.#options.bscUrl, address, toChainUnits('USDT', micro)).catch(() => undefined);
    await setTimeout(DEPOSIT_PAUSE_MS);
  }

  async #repeat(step: () => Promise<void>): Promise<void> {
    while (!this.#isOver) await step();
  }

  async #move(user: BankUser): Promise<void> {
    const micro = BigInt(randomInt(1, 500));
    const body = { currency: 'USDT', amount: formatAmount(micro) };
    const outcome = await user.client.insist('/transfer/wallet', body, randomUUID());
    this.#count(outcome);
    if (outcome.kind === 'done') user.movedMicro += micro;
    await setTimeout(this.#options.movePauseMs);
  }

  async #readSum(user: BankUser): Promise<void> {
    const outcome = await user.client.get('/get-bsc-wallet');
    if (outcome.kind === 'done') {
      const sum = sumOf(outcome);
      if (sum === BANK_MICRO) this.readsRight += 1;
      else this.wrongSums.push({ user: user.email, sum: formatAmount(sum) });
    }
    await setTimeout(50);
  }

  async #askForPayout(payee: Payee): Promise<void> {
    const amount = `1.${String(randomInt(1, 1_000_000)).padStart(6, '0')}`;
    if (payee.asked.some((one) => one.amount === amount)) return;
    const key = randomUUID();
    const body = { address: OUTSIDE, amount, currency: 'USDT' };
    const outcome = await payee.client.insist('/withdraw', body, key);
    this.#count(outcome);
    const id = outcome.kind === 'done' ? (outcome.body.data?.id ?? outcome.body.id) : undefined;
    payee.asked.push({ user: payee.email, amount, key, answer: outcome.kind, id });
    await setTimeout(randomInt(2 * PAYOUT_PAUSE_MS));
  }

  #count({ kind }: Outcome): void {
    if (kind === 'done') this.acknowledged += 1;
    else this.refused += 1;
  }

  async #makeUser(name: string, micro: bigint): Promise<User & { address: string }> {
    const { url, bscUrl, availability } = this.#options;
    const email = `${name}@example.org`;
    const rest = new RestClient(() => url);
    await signUp(rest, email, PASSWORD);
    const client = new Client(url, availability);
    client.token = rest.token;
    const { body } = await rest.get('/get-bsc-wallet');
    const { address } = body.data.wallets.find((one: { currency: string }) => one.currency === 'USDT');
    await mintTestToken(bscUrl, address, toChainUnits('USDT', micro));
    await eventually(async () => {
      const outcome = await client.get('/get-bsc-wallet');
      return outcome.kind === 'done' && sumOf(outcome) === micro;
    });
    return { email, client, address };
  }
}

interface WorkloadOptions {
  /** Address that users open. */
  readonly url: string;
  readonly bscUrl: string;
  readonly availability: Availability;
  readonly bankUsers: number;
  readonly payees: number;
  /** Users of the bank who move money at the same time. */
  readonly movesAtOnce: number;
  /** Pause of each user after a move, in ms. */
  readonly movePauseMs: number;
}

/** Sum of a user's wallet and withdrawable balance of USDT, in micro-units, from one answer. */
function sumOf({ body }: Extract<Outcome, { kind: 'done' }>): bigint {
  const wallet = body.data.wallets.find((one: { currency: string }) => one.currency === 'USDT');
  return parseAmount(wallet.balance) + parseAmount(body.data.withdrawableBalance);
}

async function mustDo({ client, email }: User, path: string, body: object): Promise<void> {
  const outcome = await client.insist(path, body, randomUUID());
  if (outcome.kind !== 'done') throw new Error(`${email} was refused ${path}.`);
}

function pick<Item>(items: readonly Item[]): Item {
  const item = items[randomInt(items.length)];
  if (item === undefined) throw new Error('There is no one to pick.');
  return item;
}
