import { isId } from '@glasspool/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { adminPaths } from '../../admin-paths.ts';

/** Kinds of records that the transaction history finds by their id. */
const IN_HISTORY = [
  'deposit',
  'withdrawal',
  'investment',
  'referralTransfer',
  'walletRelease',
  'rewardRun',
] as const;

/** Address of the page that shows a record, by its id; undefined where no page does. */
export function findPageOf(id: string): string | undefined {
  if (isId('user', id)) return `${adminPaths.users}/${id}`;
  if (IN_HISTORY.some((kind) => isId(kind, id))) return `${adminPaths.history}?search=${id}`;
  if (isId('sweep', id)) return adminPaths.sweep;
  if (isId('correction', id)) return adminPaths.reconciliation;
  if (isId('termsProposal', id) || isId('funding', id)) return adminPaths.reserve;
  return undefined;
}

/** A record by its id, or under a name: a link where a page shows it. */
export function RecordLink({ id, children }: { id: string; children?: ReactNode }) {
  const page = findPageOf(id);
  const text = children ?? <code className="font-mono text-[13px] break-all">{id}</code>;
  if (page === undefined) return text;
  return (
    <Link
      to={page}
      className="inline-flex min-h-11 items-center font-medium break-all text-primary underline"
    >
      {text}
    </Link>
  );
}
