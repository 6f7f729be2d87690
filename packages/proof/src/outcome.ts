import type { Currency } from '@glasspool/core';
import type { Manifest } from './manifest.ts';

export type CheckId =
  | 'manifest'
  | 'digests'
  | 'leafCount'
  | 'sums'
  | 'tree'
  | 'unique'
  | 'nothing'
  | 'owed'
  | 'statements'
  | 'stateProof'
  | 'blocks'
  | 'history'
  | 'terms'
  | 'journal'
  | 'books'
  | 'inFlight'
  | 'checkpoint'
  | 'runs'
  | 'reserves'
  | 'anchor'
  | 'anchors';

export interface Check {
  /** Which check it is, for who has other words for it. */
  readonly id?: CheckId;
  readonly name: string;
  readonly status: 'ok' | 'failed' | 'not checked';
  readonly detail: string;
}

export type Outcome = Pick<Check, 'status' | 'detail'>;

export function readFigures(manifest: Manifest): readonly (readonly [Currency, Manifest['usdt']])[] {
  return [
    ['USDT', manifest.usdt],
    ['TRX', manifest.trx],
  ];
}

export function pass(detail: string): Outcome {
  return { status: 'ok', detail };
}

export function fail(detail: string): Outcome {
  return { status: 'failed', detail };
}
