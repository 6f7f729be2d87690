import type { Account } from './chart.ts';
import { AMOUNT_MAX_MICRO } from './chart.ts';
import { isReferenceOf } from './grammar.ts';
import { TRANSFER_KINDS, type TransferKind } from './kinds.ts';

/** Money that goes from one account to another of the same currency; always more than zero. */
export interface Move {
  readonly from: Account;
  readonly to: Account;
  readonly amountMicro: bigint;
}

/** Moves that are written into the books at once, under a unique reference. */
export interface Transfer {
  readonly kind: TransferKind;
  readonly reference: string;
  readonly moves: readonly Move[];
}

/** A transfer breaks the grammar. Nothing was written. */
export class GrammarError extends Error {
  override readonly name = 'GrammarError';
}

/**
 * Checks a transfer against the closed grammar (docs/books.md).
 *
 * @throws GrammarError naming the first rule that it breaks.
 */
export function assertGrammar({ kind, reference, moves }: Transfer): void {
  const rule = TRANSFER_KINDS[kind];
  const refuse = (why: string): never => {
    throw new GrammarError(`Transfer ${reference} of the kind ${kind} ${why}.`);
  };
  if (rule === undefined) throw new GrammarError(`Transfer ${reference} is of the unknown kind ${kind}.`);
  if (!isReferenceOf(kind, reference)) refuse(`has a reference that is not ${rule.reference}`);
  if (moves.length === 0) refuse('moves nothing');
  for (const { from, to, amountMicro } of moves) {
    if (!rule.legs.some(([debit, credit]) => from.accountClass === debit && to.accountClass === credit))
      refuse(`moves from ${from.accountClass} to ${to.accountClass}`);
    if (amountMicro <= 0n || amountMicro > AMOUNT_MAX_MICRO) refuse(`moves ${amountMicro} micro-units`);
    if (from.currency !== to.currency) refuse('crosses currencies');
    if (from.path === to.path) refuse('moves from an account to itself');
  }
  const users = new Set(
    moves.flatMap(({ from, to }) => [from.userId, to.userId]).filter((id) => id !== null),
  );
  if (rule.users !== 'many' && users.size !== rule.users) refuse(`touches ${users.size} users`);
}
