import { NETWORKS, SECOND_MS } from '@glasspool/core';
import type { PoolDeps } from '@glasspool/pool/deps';
import { getPoolFigures } from '@glasspool/pool/reserve';
import { type Gauges, readGauges } from '@glasspool/server/operations';
import { Gauge, type Registry } from 'prom-client';

const TENTHS = 10;
/** A database that hangs must not keep the states of dependencies from being read. */
const FIGURES_TIMEOUT_MS = 5_000;

interface Figures {
  readonly gauges: Gauges;
  readonly currencies: Awaited<ReturnType<typeof getPoolFigures>>['currencies'];
}

/**
 * Registers the gauges that are read from the database, and returns what reads them: before each answer, since a gauge whose values came
 * from the collection of another one would show those of the last answer. While the database does not answer they have no series, and
 * `glasspool_figures_ok` is 0: a figure of before would pass for one of now. What failed is returned, for the log.
 */
export function addPoolGauges(deps: PoolDeps, registers: Registry[]): () => Promise<Error | undefined> {
  const chains = createChainGauges(registers, deps);
  const pool = createPoolGauges(registers);
  const ok = new Gauge({
    name: 'glasspool_figures_ok',
    help: '1 while the figures of the pool could be read from the database.',
    registers,
  });
  return async () => {
    let failure: Error | undefined;
    const figures = await readFigures(deps).catch((error: unknown) => {
      failure = error instanceof Error ? error : new Error(String(error));
      return undefined;
    });
    ok.set(figures === undefined ? 0 : 1);
    chains.set(figures?.gauges);
    pool.set(figures);
    return failure;
  };
}

async function readFigures(deps: PoolDeps): Promise<Figures> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => late.reject(new Error('The database did not answer in time.')),
    FIGURES_TIMEOUT_MS,
  );
  const read = async (): Promise<Figures> => ({
    gauges: await readGauges(deps),
    currencies: (await getPoolFigures(deps)).currencies,
  });
  return Promise.race([read(), late.promise]).finally(() => clearTimeout(timer));
}

function createChainGauges(registers: Registry[], { machineClock }: Pick<PoolDeps, 'machineClock'>) {
  const labelNames = ['network'];
  const ok = new Gauge({
    name: 'glasspool_chain_ok',
    help: '1 while the scanner can follow a chain, else 0 with the reason: starting, behind, silent, or refused.',
    labelNames: ['network', 'reason'],
    registers,
  });
  const lag = new Gauge({
    name: 'glasspool_chain_lag_blocks',
    help: 'Blocks that the node has and the database does not. NaN while the node does not tell the truth (see glasspool_chain_ok).',
    labelNames,
    registers,
  });
  const silent = new Gauge({
    name: 'glasspool_chain_silent_seconds',
    help: "Time since a chain's node answered last.",
    labelNames,
    registers,
  });
  const age = new Gauge({
    name: 'glasspool_chain_head_age_seconds',
    help: 'Age of the newest block that was seen.',
    labelNames,
    registers,
  });
  return {
    set(gauges: Gauges | undefined): void {
      for (const gauge of [ok, lag, silent, age]) gauge.reset();
      if (gauges === undefined) return;
      const now = machineClock.now();
      for (const network of NETWORKS) {
        const chain = gauges.chains.find((one) => one.network === network);
        const reason = chain?.condition ?? 'starting';
        ok.set({ network, reason }, reason === 'ok' ? 1 : 0);
        if (chain === undefined) continue;
        const { scannedHeight, headHeight, headTime, seenAt } = chain;
        const isTrue = chain.condition === 'ok';
        lag.set({ network }, isTrue ? Math.max(0, headHeight - scannedHeight) : Number.NaN);
        silent.set({ network }, Math.max(0, now - seenAt) / SECOND_MS);
        age.set({ network }, Math.max(0, now - headTime) / SECOND_MS);
      }
    },
  };
}

function createPoolGauges(registers: Registry[]) {
  const frozen = new Gauge({ name: 'glasspool_payouts_frozen', help: '1 while payouts are off.', registers });
  const underWay = new Gauge({
    name: 'glasspool_withdrawals_under_way',
    help: 'Withdrawals that have not ended, by state.',
    labelNames: ['state'],
    registers,
  });
  const payouts = new Gauge({
    name: 'glasspool_payouts_waiting',
    help: 'Withdrawals that are not signed yet, by reason: review, check, frozen, hot-wallet-tokens, gas, cap, chain, turn, and others that a withdrawal records.',
    labelNames: ['network', 'reason'],
    registers,
  });
  const waiting = new Gauge({
    name: 'glasspool_outbox_waiting',
    help: 'Mails and webhook events that wait to be sent.',
    labelNames: ['kind'],
    registers,
  });
  const givenUp = new Gauge({
    name: 'glasspool_mails_given_up',
    help: 'Mails of the last 24 hours that were refused for good, or whose code or link expired first.',
    registers,
  });
  const runway = new Gauge({
    name: 'glasspool_reserve_runway_days',
    help: "Time for which the reward reserve lasts at today's principal. Missing while nothing is invested.",
    labelNames: ['currency'],
    registers,
  });
  const backupAge = new Gauge({
    name: 'glasspool_backup_age_seconds',
    help: 'Age of the newest backup that was written and read again, or of the pool before its first one.',
    registers,
  });
  return {
    set(figures: Figures | undefined): void {
      for (const gauge of [underWay, payouts, runway]) gauge.reset();
      // Gauges without labels cannot lose their series, and are not numbers then.
      frozen.set(figures === undefined ? Number.NaN : Number(figures.gauges.isHalted));
      givenUp.set(figures?.gauges.mailsGivenUp ?? Number.NaN);
      backupAge.set((figures?.gauges.backupAgeMs ?? Number.NaN) / SECOND_MS);
      waiting.set({ kind: 'mail' }, figures?.gauges.mailsWaiting ?? Number.NaN);
      waiting.set({ kind: 'webhook' }, figures?.gauges.eventsWaiting ?? Number.NaN);
      if (figures === undefined) return;
      for (const { state, count } of figures.gauges.withdrawals) underWay.set({ state }, count);
      for (const { network, reason, count } of figures.gauges.payoutsWaiting)
        payouts.set({ network, reason }, count);
      for (const { currency, runwayTenthDays } of figures.currencies)
        if (runwayTenthDays !== null) runway.set({ currency }, runwayTenthDays / TENTHS);
    },
  };
}
