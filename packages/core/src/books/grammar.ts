// Lookups in the closed grammar of transfers.
import type { AccountClassName } from './chart.ts';
import type { KindRule } from './kind-rule.ts';
import { TRANSFER_KINDS, type TransferKind } from './kinds.ts';

/** Rule of a kind; undefined for a kind that the grammar does not have. */
export function findKindRule(kind: string): KindRule | undefined {
  return isTransferKind(kind) ? TRANSFER_KINDS[kind] : undefined;
}

function isTransferKind(kind: string): kind is TransferKind {
  return Object.hasOwn(TRANSFER_KINDS, kind);
}

const REFERENCES = new Map(
  Object.entries(TRANSFER_KINDS).map(([kind, { reference }]) => [
    kind,
    new RegExp(`^${reference.replace(/\{\w+\}/g, '[^/]+')}$`),
  ]),
);

/** Returns true when a reference has the form that its kind prescribes. */
export function isReferenceOf(kind: TransferKind, reference: string): boolean {
  return REFERENCES.get(kind)?.test(reference) === true;
}

/** Account classes that a kind may debit (-1) and credit (1), each once: what the database and verifiers check a posting by. */
export function listPostingRules(
  kind: TransferKind,
): { accountClass: AccountClassName; direction: -1 | 1 }[] {
  const { legs } = TRANSFER_KINDS[kind];
  const debits = [...new Set<AccountClassName>(legs.map(([from]) => from))];
  const credits = [...new Set<AccountClassName>(legs.map(([, to]) => to))];
  return [
    ...debits.map((accountClass) => ({ accountClass, direction: -1 as const })),
    ...credits.map((accountClass) => ({ accountClass, direction: 1 as const })),
  ];
}
