import { trpc } from '../../api/trpc.ts';
import { formatTime } from '../../i18n/format.ts';
import { t } from '../../i18n/language.ts';
import { Notice } from '../../ui/Notice.tsx';

/** A node that is away says nothing by itself. */
const ASK_EVERY_MS = 30_000;

/** Says of each chain whose node is behind or silent since when, and what that means; nothing while all is well. */
export function ChainNotices() {
  const figures = trpc.transparency.getPoolFigures.useQuery(undefined, { refetchInterval: ASK_EVERY_MS });
  const troubled = (figures.data?.chains ?? []).filter(({ state }) => state !== 'ok');
  return troubled.map(({ network, state, since }) => (
    <Notice key={network} look="warning">
      {t(`chain.${state}`, { network, time: formatTime(since ?? Date.now()) })}
    </Notice>
  ));
}
