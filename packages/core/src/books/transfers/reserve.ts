import type { Id, RewardRunId } from '../../ids.ts';
import { poolAccount, rewardReserve } from '../chart.ts';
import type { Transfer } from '../transfer.ts';
import type { Amount } from './amounts.ts';

/** Own funds that the operator moves into the reserve of one version of the terms. */
export function fundReserve({
  id,
  termsVersion,
  currency,
  amountMicro,
}: Amount & { id: Id<'funding'>; termsVersion: number }): Transfer {
  return {
    kind: 'reserve-funding',
    reference: `reserve-funding/${id}`,
    moves: [
      {
        from: poolAccount('pool/ownFunds', currency),
        to: rewardReserve(termsVersion, currency),
        amountMicro,
      },
    ],
  };
}

/** Reserve of a version whose last investment has matured, moved to the version in force. */
export function rollOverReserve({
  id,
  from,
  to,
  currency,
  amountMicro,
}: Amount & { id: Id<'rollover'>; from: number; to: number }): Transfer {
  return {
    kind: 'reserve-rollover',
    reference: `reserve-rollover/${id}`,
    moves: [{ from: rewardReserve(from, currency), to: rewardReserve(to, currency), amountMicro }],
  };
}

interface OfRun extends Amount {
  readonly runId: RewardRunId;
  readonly termsVersion: number;
}

/** Amount that a reward run takes from the reserve of its version to pay out. */
export function fixRewardRun({ runId, termsVersion, currency, amountMicro }: OfRun): Transfer {
  return {
    kind: 'reward-run',
    reference: `reward-run/${runId}/fix`,
    moves: [
      {
        from: rewardReserve(termsVersion, currency),
        to: poolAccount('pool/rewardsPayable', currency),
        amountMicro,
      },
    ],
  };
}

/** Header of the transfer that pays one page of a reward run; its credits are rows of the database. */
export function rewardPage(runId: RewardRunId, page: number): Pick<Transfer, 'kind' | 'reference'> {
  return { kind: 'reward-page', reference: `reward-run/${runId}/page/${page}` };
}

/** Rest of a reward run after rounding, returned to its reserve. */
export function returnRemainder({ runId, termsVersion, currency, amountMicro }: OfRun): Transfer {
  return {
    kind: 'reward-remainder',
    reference: `reward-run/${runId}/remainder`,
    moves: [
      {
        from: poolAccount('pool/rewardsPayable', currency),
        to: rewardReserve(termsVersion, currency),
        amountMicro,
      },
    ],
  };
}
