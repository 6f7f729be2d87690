import { shortenMiddle } from '@glasspool/core';
import { trpc } from '../api/trpc.ts';
import { formatDateTime } from '../i18n/format.ts';
import { t } from '../i18n/language.ts';
import { Notice } from '../ui/Notice.tsx';
import type { WithdrawalLimits } from './withdrawal-rules.ts';

interface SavedAddressesProps {
  readonly limits: WithdrawalLimits;
  readonly onChoose: (address: string) => void;
}

const CHOICE =
  'inline-flex min-h-11 max-w-full items-center gap-1.5 rounded-full border border-line-strong px-3 text-[13px] hover:bg-sunken disabled:text-text-3';

/** Addresses to choose from: the clipboard, the allowlist of the user, and those that were paid before. */
export function SavedAddresses({ limits, onChoose }: SavedAddressesProps) {
  const book = trpc.allowlist.getAllowlist.useQuery();
  const figures = trpc.transparency.getPoolFigures.useQuery();
  const now = figures.data?.now ?? 0;
  const listed = book.data?.entries.filter((entry) => entry.currency === limits.currency) ?? [];
  const recent = limits.recentAddresses.filter((address) => !listed.some((one) => one.address === address));
  const isListOnly = book.data?.allowlistOnly === true;
  return (
    <div className="mt-2 space-y-2">
      {isListOnly && <Notice look="warning">{t('withdraw.listedOnly')}</Notice>}
      <ul aria-label={t('withdraw.saved')} className="flex flex-wrap gap-2">
        {typeof navigator.clipboard?.readText === 'function' && (
          <li>
            <button type="button" className={CHOICE} onClick={() => void paste(onChoose)}>
              {t('withdraw.paste')}
            </button>
          </li>
        )}
        {listed.map(({ id, label, address, usableAt }) => (
          <li key={id} className="min-w-0">
            <button
              type="button"
              className={CHOICE}
              disabled={usableAt > now}
              title={usableAt > now ? t('withdraw.usableFrom', { time: formatDateTime(usableAt) }) : address}
              onClick={() => onChoose(address)}
            >
              <span className="truncate font-medium">{label}</span>
              <span className="font-mono">{shortenMiddle(address)}</span>
            </button>
          </li>
        ))}
        {!isListOnly &&
          recent.map((address) => (
            <li key={address}>
              <button type="button" className={CHOICE} title={address} onClick={() => onChoose(address)}>
                <span>{t('withdraw.recent')}</span>{' '}
                <span className="font-mono">{shortenMiddle(address)}</span>
              </button>
            </li>
          ))}
      </ul>
    </div>
  );
}

async function paste(onChoose: (address: string) => void): Promise<void> {
  try {
    onChoose((await navigator.clipboard.readText()).trim());
  } catch {
    // The browser asks the person, who may refuse; the field is there to type into.
  }
}
