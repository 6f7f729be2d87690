import { setTimeout } from 'node:timers/promises';
import type { DevTools } from '@glasspool/api';
import { HOT_WALLET_INDEX } from '@glasspool/chains';
import { type LocalChains, mintTestToken, sendTestBnb, sendTestTrx } from '@glasspool/chains/local';
import { type Currency, HOUR_MS, NETWORK_OF, PoolError, toChainUnits } from '@glasspool/core';
import { confirmDeposits, isDepositCredited, scanChain } from '@glasspool/pool/deposits';
import type { PoolDeps } from '@glasspool/pool/deps';
import { fundReserve, getPoolFigures } from '@glasspool/pool/reserve';
import type { OffsetClock } from '../adapters/clock.ts';
import { catchUp } from './catch-up.ts';
import { storeClockOffset } from './clock-offset.ts';
import { runExperiment } from './run-experiment.ts';

const CREDIT_TRIES = 600;
const CREDIT_STEP_MS = 100;
/** Coins of a new local hot wallet, enough gas for many withdrawals. Part of the operator's own funds. */
const FIRST_BNB_WEI = 10n ** 19n;
const FIRST_TRX_SUN = 1_000_000_000n;

/** The developer calls of the local networks. */
export function createDevTools(deps: PoolDeps, local: LocalChains, clock: OffsetClock): DevTools {
  const sendTokens: DevTools['sendTokens'] = ({ address, currency, units }) =>
    currency === 'USDT'
      ? mintTestToken(local.bscUrl, address, units)
      : sendTestTrx(local.tronUrl, address, units);
  return {
    sendTokens,
    advanceClock: async (hours) => {
      const ms = Math.round(hours * HOUR_MS);
      const moveClock = async (): Promise<void> => {
        // Stored first: after a stop in between, chains and pool start again with the same time.
        const offsetMs = clock.offsetMs + ms;
        await storeClockOffset(deps.db, offsetMs);
        // The chains first: a pool whose time is ahead of them would take their nodes for ones that are behind.
        await local.advanceTime(ms);
        clock.advance(Math.max(0, offsetMs - clock.offsetMs));
      };
      const brought = await catchUp(deps, { toMs: clock.now() + ms, moveClock });
      return { now: clock.now(), ...brought };
    },
    fundReserve: async ({ currency, amountMicro }) => {
      const address = deps.chains[NETWORK_OF[currency]].deriveAddress(HOT_WALLET_INDEX);
      const txHash = await sendTokens({ address, currency, units: toChainUnits(currency, amountMicro) });
      await waitUntilCredited(deps, currency, txHash);
      await fundReserve(deps, { currency, amountMicro });
    },
    runExperiment,
    getBalanceUnits: ({ address, currency }) =>
      deps.chains[NETWORK_OF[currency]].getBalanceUnits(address, currency),
  };
}

/** Gives a new hot wallet the coins that it pays network fees with. */
export async function fundNewHotWallet(deps: PoolDeps, local: LocalChains): Promise<void> {
  const hotWallet = {
    bsc: deps.chains.BSC.deriveAddress(HOT_WALLET_INDEX),
    tron: deps.chains.TRON.deriveAddress(HOT_WALLET_INDEX),
  };
  if ((await deps.chains.BSC.getBalanceUnits(hotWallet.bsc, 'BNB')) === 0n)
    await sendTestBnb(local.bscUrl, hotWallet.bsc, FIRST_BNB_WEI);
  const hasTrx =
    (await deps.chains.TRON.getBalanceUnits(hotWallet.tron, 'TRX')) > 0n ||
    (await getPoolFigures(deps)).currencies.some((one) => one.currency === 'TRX' && one.ownFundsMicro > 0n);
  if (!hasTrx) await sendTestTrx(local.tronUrl, hotWallet.tron, FIRST_TRX_SUN);
}

async function waitUntilCredited(deps: PoolDeps, currency: Currency, txHash: string): Promise<void> {
  const network = NETWORK_OF[currency];
  for (let attempt = 0; attempt < CREDIT_TRIES; attempt += 1) {
    await scanChain(deps, network);
    await confirmDeposits(deps, network);
    if (await isDepositCredited(deps, txHash)) return;
    await setTimeout(CREDIT_STEP_MS);
  }
  throw new PoolError('UNAVAILABLE');
}
