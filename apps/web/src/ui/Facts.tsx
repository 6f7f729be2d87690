import type { ReactNode } from 'react';

/** Names and their values, one under the other, at full size: no small print. */
export function Facts({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className="divide-y divide-line rounded-control border border-line">
      {facts.map(([name, value]) => (
        <div key={name} className="flex flex-wrap justify-between gap-x-6 gap-y-0.5 px-4 py-2.5">
          <dt className="text-text-2">{name}</dt>
          <dd className="ml-auto text-right font-medium">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
