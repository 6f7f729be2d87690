import type { Currency, Network, SweepId, SweepItemId, SweepItemState, UserId } from '@glasspool/core';
import type { Generated } from 'kysely';
import type { Fixed } from './ledger.ts';

export interface SweepTable {
  id: Fixed<SweepId>;
  requestedBy: Fixed<UserId>;
  state: 'running' | 'done';
  createdAt: Fixed<number>;
  finishedAt: number | null;
}

export interface SweepItemTable {
  id: Fixed<SweepItemId>;
  sweepId: Fixed<SweepId>;
  network: Fixed<Network>;
  derivationIndex: Fixed<number>;
  address: Fixed<string>;
  currency: Fixed<Currency>;
  /** Amount found when the sweep was planned; the moved amount once it is signed. */
  amountMicro: bigint;
  dustUnits: bigint;
  state: SweepItemState;
  /** Reason why an address waits. */
  waitingFor: Generated<'gas' | null>;
  /** Number of the attempt; part of the subject of its transactions. */
  attempt: number;
  /** Reason why it was skipped. */
  reason: string | null;
  txHash: string | null;
  /** Deposits up to this block are in what was moved. */
  readHeight: number;
  /** 1 while coins left over from its fee are still to be taken back. */
  returnsGas: Generated<number>;
  updatedAt: number;
}
