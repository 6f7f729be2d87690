// Goal: the forecast of the time machine is what the pool does, to the micro-unit: reserve, what was due and paid, and everyone's balance,
// day by day. Method: random scenarios on both databases; the same people sign up, invest, withdraw and are paid by a pool whose clock
// moves. FORECASTS=40 runs as many.
import { DAY_MS, formatAmount, type UserId } from '@glasspool/core';
import { userAccount } from '@glasspool/core/books';
import { SeededRandom } from '@glasspool/core/testing';
import { describeEachDatabase } from '@glasspool/db/testing';
import { getBalance, getPosition } from '@glasspool/ledger';
import { releaseWallet } from '@glasspool/pool/balances';
import { invest, matureInvestments } from '@glasspool/pool/investments';
import { transferReferral } from '@glasspool/pool/referrals';
import { listRewardRuns, runRewards } from '@glasspool/pool/rewards';
import { TEST_TERMS, TestPool } from '@glasspool/pool/testing';
import { requestWithdrawal } from '@glasspool/pool/withdrawals';
import { expect, it } from 'vitest';
import { type Forecast, forecast, type Scenario } from './index.ts';

const FORECASTS = Number(process.env['FORECASTS'] ?? 3);
const OUTSIDE = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const PLENTY_MICRO = 10n ** 15n;

function makeScenario(random: SeededRandom): Scenario {
  const between = (low: number, high: number): number => low + random.integer(high - low + 1);
  const micro = (low: number, high: number): bigint =>
    BigInt(between(low, high) * 1_000 + random.integer(1_000));
  return {
    terms: {
      targetRatePpm: between(1_000, 50_000),
      termDays: between(7, 20),
      referralRatesPpm: [between(0, 100_000), between(0, 60_000), between(0, 40_000)],
      referralCapPpm: between(0, 200_000),
      minimumMicro: 50_000_000n,
      withdrawalMinimumMicro: micro(1_000, 5_000),
      withdrawalFeeMicro: micro(0, 2_000),
    },
    days: 30,
    present: [{ people: between(1, 3), principalMicro: micro(50_000, 200_000), daysPast: between(1, 6) }],
    idle: [{ people: between(0, 2), withdrawableMicro: micro(30_000, 90_000) }],
    reserveMicro: micro(0, 60_000),
    weeklyFundingMicro: micro(0, 20_000),
    joinersPerWeek: between(1, 3),
    growthPercent: between(-40, 40),
    trustWeeks: between(1, 6),
    depositMicro: micro(50_000, 150_000),
    reinvestPercent: between(0, 100),
    withdrawEveryDays: between(1, 10),
    // One of four.
    referralDepth: between(0, 3) as Scenario['referralDepth'],
  };
}

interface Person {
  readonly userId: UserId;
  readonly joinedOn: number;
  readonly reinvests: boolean;
}

describeEachDatabase('a forecast', (open) => {
  it.each(Array.from({ length: FORECASTS }, (_, index) => index + 1))(
    'is what a pool does in the same scenario: %i',
    async (seed) => {
      const random = new SeededRandom(seed);
      const scenario = makeScenario(random);
      const foreseen = forecast(scenario, 'reserve');
      const world = await World.start((await open()).database, scenario);
      for (const expected of foreseen.days) {
        if (expected.day > 0) await world.nextDay();
        const { rewardReserveMicro, owedToUsersMicro } = await getPosition(world.pool.deps.db.read, 'USDT');
        const found = {
          day: world.day,
          reserveMicro: rewardReserveMicro,
          owedMicro: owedToUsersMicro - world.onHoldMicro,
          people: world.people.length,
          ...(await world.readRun()),
        };
        const { heldMicro, principalMicro, ...compared } = expected;
        expect(found).toEqual(compared);
        expect(heldMicro).toBe(expected.owedMicro + expected.reserveMicro);
        expect(principalMicro).toBeLessThanOrEqual(expected.owedMicro);
      }
      expect(await world.listTotals()).toEqual(listExpected(foreseen));
    },
    300_000,
  );
});

/** Sums of what everyone has taken out and still has, by the day of joining. */
function listExpected({ groups, inviters }: Forecast) {
  const totals = new Map<string, { takenOutMicro: bigint; owedMicro: bigint }>();
  for (const group of groups)
    for (let one = 0n; one < group.people; one += 1n)
      add(totals, `${group.joinedOn} ${group.reinvests}`, {
        takenOutMicro: group.takenOutMicro,
        owedMicro: group.withdrawableMicro + group.principalMicro,
      });
  for (const [level, inviter] of inviters.entries()) add(totals, `inviter ${level}`, inviter);
  return totals;
}

function add(
  totals: Map<string, { takenOutMicro: bigint; owedMicro: bigint }>,
  key: string,
  { takenOutMicro, owedMicro }: { takenOutMicro: bigint; owedMicro: bigint },
): void {
  const before = totals.get(key) ?? { takenOutMicro: 0n, owedMicro: 0n };
  totals.set(key, {
    takenOutMicro: before.takenOutMicro + takenOutMicro,
    owedMicro: before.owedMicro + owedMicro,
  });
}

/** A pool in which people act as a scenario says. */
class World {
  day = 0;
  /** Asked for and not paid yet, fees included: nothing is sent here. */
  onHoldMicro = 0n;
  readonly people: Person[] = [];
  readonly #inviters: UserId[] = [];
  readonly #takenOut = new Map<UserId, bigint>();
  #joiners: number;

  readonly pool: TestPool;
  readonly scenario: Scenario;

  private constructor(pool: TestPool, scenario: Scenario) {
    this.pool = pool;
    this.scenario = scenario;
    this.#joiners = scenario.joinersPerWeek;
  }

  static async start(db: ConstructorParameters<typeof TestPool>[0], scenario: Scenario): Promise<World> {
    const { terms } = scenario;
    const firstTerms = {
      ...TEST_TERMS,
      ...terms,
      minimumMicro: { ...TEST_TERMS.minimumMicro, USDT: terms.minimumMicro },
      withdrawalMinimumMicro: { ...TEST_TERMS.withdrawalMinimumMicro, USDT: terms.withdrawalMinimumMicro },
      withdrawalFeeMicro: { ...TEST_TERMS.withdrawalFeeMicro, USDT: terms.withdrawalFeeMicro },
    };
    const unlimited = { USDT: PLENTY_MICRO, TRX: PLENTY_MICRO };
    const pool = await new TestPool(db, {
      ...{ firstTerms, withdrawalReviewMicro: unlimited, withdrawalDailyCapMicro: unlimited },
    }).start();
    const world = new World(pool, scenario);
    for (let level = 3; level >= 1; level -= 1)
      world.#inviters.unshift(
        // The last one that counts was invited by no one.
        await pool.signUp(
          `inviter-${level}`,
          level >= scenario.referralDepth ? undefined : world.#inviters[0],
        ),
      );
    const [present] = scenario.present;
    if (present === undefined) throw new Error('A scenario of these has people at the start.');
    await world.#add(present.people, { joinedOn: -present.daysPast, amountMicro: present.principalMicro });
    // With nothing in the reserve the days before the start pay nothing.
    for (let day = 0; day < present.daysPast; day += 1) await world.#payRewards();
    for (const { people, withdrawableMicro } of scenario.idle)
      await world.#addIdle(people, withdrawableMicro);
    await world.#fund(scenario.reserveMicro);
    await world.#letJoin();
    return world;
  }

  async nextDay(): Promise<void> {
    const { withdrawEveryDays, weeklyFundingMicro, growthPercent } = this.scenario;
    this.day += 1;
    await this.#payRewards();
    while ((await matureInvestments(this.pool.deps)) > 0);
    for (const person of this.people)
      if (person.reinvests && this.#hasTrust()) await this.#reinvest(person.userId);
      else if ((this.day - person.joinedOn) % withdrawEveryDays === 0) await this.#withdraw(person.userId);
    if (this.day % 7 !== 0) return;
    for (const userId of this.#inviters) await this.#withdrawReferral(userId);
    await this.#fund(weeklyFundingMicro);
    this.#joiners *= 1 + growthPercent / 100;
    await this.#letJoin();
  }

  /** Figures of the day's run. */
  async readRun() {
    const full = { dueMicro: 0n, paidMicro: 0n, sharePpb: 1_000_000_000 };
    if (this.day === 0) return full;
    const { runs } = await listRewardRuns(this.pool.deps, { page: 1, limit: 1 });
    const [run] = runs;
    if (run?.runAt !== this.pool.clock.now()) return full;
    const { dueMicro, paidMicro, referralPaidMicro, sharePpb } = run;
    return { dueMicro, paidMicro: paidMicro + referralPaidMicro, sharePpb };
  }

  async listTotals() {
    const totals: ReturnType<typeof listExpected> = new Map();
    for (const { userId, joinedOn, reinvests } of this.people)
      add(totals, `${joinedOn} ${reinvests}`, await this.#readTotals(userId));
    for (const [level, userId] of this.#inviters.entries())
      add(totals, `inviter ${level}`, await this.#readTotals(userId));
    return totals;
  }

  async #readTotals(userId: UserId) {
    const balances = await this.#readBalances(userId);
    const owedMicro = balances.wallet + balances.invested + balances.withdrawable + balances.referral;
    return { takenOutMicro: this.#takenOut.get(userId) ?? 0n, owedMicro };
  }

  async #readBalances(userId: UserId) {
    const read = (name: 'wallet' | 'invested' | 'withdrawable' | 'referral'): Promise<bigint> =>
      getBalance(this.pool.deps.db.read, userAccount(userId, name, 'USDT'));
    return {
      wallet: await read('wallet'),
      invested: await read('invested'),
      withdrawable: await read('withdrawable'),
      referral: await read('referral'),
    };
  }

  async #payRewards(): Promise<void> {
    this.pool.clock.advance(DAY_MS);
    await runRewards(this.pool.deps);
  }

  async #fund(amountMicro: bigint): Promise<void> {
    if (amountMicro > 0n) await this.pool.fundReserve('USDT', formatAmount(amountMicro));
  }

  #hasTrust(): boolean {
    return this.day < this.scenario.trustWeeks * 7;
  }

  async #letJoin(): Promise<void> {
    if (!this.#hasTrust()) return;
    await this.#add(Math.floor(this.#joiners), {
      joinedOn: this.day,
      amountMicro: this.scenario.depositMicro,
      ...(this.scenario.referralDepth > 0 && { invitedBy: this.#inviters[0] }),
    });
  }

  async #add(
    people: number,
    {
      joinedOn,
      amountMicro,
      invitedBy,
    }: { joinedOn: number; amountMicro: bigint; invitedBy?: UserId | undefined },
  ): Promise<void> {
    const reinvesting = Math.floor((people * this.scenario.reinvestPercent) / 100);
    for (let one = 0; one < people; one += 1) {
      const name = `person-${this.people.length}`;
      const userId = await this.pool.investor(name, 'USDT', formatAmount(amountMicro), invitedBy);
      this.people.push({ userId, joinedOn, reinvests: one < reinvesting });
    }
  }

  async #addIdle(people: number, amountMicro: bigint): Promise<void> {
    const reinvesting = Math.floor((people * this.scenario.reinvestPercent) / 100);
    for (let one = 0; one < people; one += 1) {
      const userId = await this.pool.signUp(`idle-${one}`);
      await this.pool.deposit(userId, 'USDT', formatAmount(amountMicro));
      await releaseWallet(this.pool.deps, { userId, currency: 'USDT' });
      this.people.push({ userId, joinedOn: 0, reinvests: one < reinvesting });
    }
  }

  async #reinvest(userId: UserId): Promise<void> {
    const { invested, withdrawable } = await this.#readBalances(userId);
    if (invested > 0n || withdrawable < this.scenario.terms.minimumMicro) return;
    await invest(this.pool.deps, { userId, currency: 'USDT', source: 'withdrawable' });
  }

  async #withdraw(userId: UserId): Promise<void> {
    const { withdrawable } = await this.#readBalances(userId);
    const { withdrawalFeeMicro, withdrawalMinimumMicro } = this.scenario.terms;
    const amountMicro = withdrawable - withdrawalFeeMicro;
    if (amountMicro < withdrawalMinimumMicro) return;
    await requestWithdrawal(this.pool.deps, {
      ...{ userId, currency: 'USDT', address: OUTSIDE, amountMicro },
      idempotencyKey: `${this.day} ${userId}`,
    });
    this.onHoldMicro += withdrawable;
    this.#takenOut.set(userId, (this.#takenOut.get(userId) ?? 0n) + amountMicro);
  }

  /** Moves referral rewards to where they can be withdrawn only when they then can be. */
  async #withdrawReferral(userId: UserId): Promise<void> {
    const { referral } = await this.#readBalances(userId);
    const { withdrawalFeeMicro, withdrawalMinimumMicro } = this.scenario.terms;
    if (referral - withdrawalFeeMicro < withdrawalMinimumMicro) return;
    await transferReferral(this.pool.deps, {
      ...{ userId, currency: 'USDT', amountMicro: referral, destination: 'toWithdrawable' },
    });
    await this.#withdraw(userId);
  }
}
