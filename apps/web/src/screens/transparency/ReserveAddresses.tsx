import { displayChainAmount } from '@glasspool/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod/mini';
import { trpc } from '../../api/trpc.ts';
import { LoadError } from '../../components/frame/LoadError.tsx';
import { saveText, writeCsv } from '../../components/frame/save-text.ts';
import { formatDateTime } from '../../i18n/format.ts';
import { currentLanguage, t } from '../../i18n/language.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';

const SHOWN_AT_FIRST = 5;
const CURRENCY_OF = { BSC: 'USDT', TRON: 'TRX' } as const;

// The file that every verifier reads (docs/proof-of-solvency.md); only what is shown of it.
const Reserves = z.object({
  reserves: z.array(z.object({ network: z.enum(['BSC', 'TRON']), address: z.string(), units: z.string() })),
});
const Proof = z.object({
  proof: z.nullable(z.object({ balances: z.array(z.object({ address: z.string() })) })),
});
const Statements = z.object({ statements: z.array(z.object({ address: z.string() })) });

interface Reserve {
  readonly network: 'BSC' | 'TRON';
  readonly address: string;
  readonly units: string;
  /** The state of the block proves the amount; on TRON there is no such proof. */
  readonly isProved: boolean;
  /** The pool signed with the key of the address. */
  readonly isSigned: boolean;
}

/** Every address that the newest snapshot counts, with its amount, what shows both, and a button that copies it: to ask the chain. */
export function ReserveAddresses() {
  const snapshots = trpc.transparency.listSnapshots.useQuery({ limit: 1 });
  const newest = snapshots.data?.data[0];
  const number = newest?.number;
  const reserves = useQuery({
    queryKey: ['reserves', number],
    enabled: number !== undefined,
    // Content of a snapshot never changes.
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: () => readReserves(number ?? 0),
  });
  const [isWhole, setWhole] = useState(false);
  const rows = isWhole ? reserves.data : reserves.data?.slice(0, SHOWN_AT_FIRST);
  return (
    <div id="reserves" className="scroll-mt-28">
      <Card title={t('reserves.title')}>
        <p className="mb-4 max-w-[70ch] text-text-2">
          {newest === undefined
            ? t('reserves.lead')
            : `${t('reserves.lead')} ${t('reserves.asOf', { number: newest.number, time: formatDateTime(newest.cutOffAt) })}`}
        </p>
        {(snapshots.isPending || reserves.isLoading) && <Skeleton className="h-40" />}
        {reserves.isError && <LoadError textId="reserves.failed" onRetry={() => void reserves.refetch()} />}
        {snapshots.data !== undefined && number === undefined && (
          <p className="text-text-2">{t('snapshots.empty')}</p>
        )}
        {rows !== undefined && (
          <ul className="divide-y divide-line">
            {rows.map((row) => (
              <ReserveRow key={`${row.network} ${row.address}`} reserve={row} />
            ))}
          </ul>
        )}
        {reserves.data !== undefined && (
          <p className="mt-4 flex flex-wrap gap-3">
            {reserves.data.length > SHOWN_AT_FIRST && !isWhole && (
              <Button look="secondary" onClick={() => setWhole(true)}>
                {t('reserves.more', { count: reserves.data.length - SHOWN_AT_FIRST })}
              </Button>
            )}
            <Button
              look="quiet"
              onClick={() => saveText(`glasspool-${number}-reserves.csv`, toCsv(reserves.data), 'text/csv')}
            >
              {t('transparency.csv')}
            </Button>
          </p>
        )}
      </Card>
    </div>
  );
}

function ReserveRow({ reserve: { network, address, units, isProved, isSigned } }: { reserve: Reserve }) {
  const currency = CURRENCY_OF[network];
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
      <div className="min-w-0">
        <p className="font-mono text-[13px]/5 break-all">{address}</p>
        <p className="text-[13px]/5 text-text-2">
          {`${network}. ${t(isSigned ? 'reserves.signed' : 'reserves.unsigned')} ${t(isProved ? 'reserves.proved' : 'reserves.unproved')}`}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 max-sm:w-full max-sm:justify-between">
        <span className="num min-w-0 font-semibold [overflow-wrap:anywhere]">
          {`${displayChainAmount(currency, BigInt(units), currentLanguage())} ${currency}`}
        </span>
        <CopyButton text={address} label={t('reserves.copy', { address })} />
      </div>
    </li>
  );
}

async function readReserves(number: number): Promise<Reserve[]> {
  const read = async (name: string): Promise<unknown> => {
    const response = await fetch(`/api/transparency/snapshots/${number}/${name}`);
    if (!response.ok) throw new Error(`${name} answered ${response.status}.`);
    return response.json();
  };
  const { reserves } = Reserves.parse(await read('reserves.json'));
  const { proof } = Proof.parse(await read('state-proof.json'));
  const { statements } = Statements.parse(await read('statements.json'));
  const proved = new Set(proof?.balances.map(({ address }) => address.toLowerCase()));
  const signed = new Set(statements.map(({ address }) => address));
  return reserves.map((reserve) => ({
    ...reserve,
    isProved: reserve.network === 'BSC' && proved.has(reserve.address.toLowerCase()),
    isSigned: signed.has(reserve.address),
  }));
}

function toCsv(reserves: readonly Reserve[]): string {
  return writeCsv(
    ['network', 'address', 'units', 'currency', 'signed', 'proved'],
    reserves.map(({ network, address, units, isSigned, isProved }) => [
      network,
      address,
      units,
      CURRENCY_OF[network],
      isSigned ? 'yes' : 'no',
      isProved ? 'yes' : 'no',
    ]),
  );
}
