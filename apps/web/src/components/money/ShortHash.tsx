import { shortenMiddle } from '@glasspool/core';

const LENGTH_MAX = 20;

/** A transaction's hash in a table: its two ends, or a dash while it has none. */
export function ShortHash({ hash }: { hash: string | null }) {
  return (
    <code className="font-mono text-[13px] whitespace-nowrap">
      {hash === null ? '–' : hash.length > LENGTH_MAX ? shortenMiddle(hash) : hash}
    </code>
  );
}
