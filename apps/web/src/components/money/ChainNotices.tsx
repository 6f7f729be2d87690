import { trpc } from '../../api/trpc.ts';
import { formatList, formatTime } from '../../i18n/format.ts';
import { t } from '../../i18n/language.ts';
import { Notice } from '../../ui/Notice.tsx';

/** A node that is away says nothing by itself. */
const ASK_EVERY_MS = 30_000;

/** Says that payouts are stopped, and of each chain whose node is behind or silent since when, and what that means; nothing while all is well. */
export function ChainNotices() {
  const figures = trpc.transparency.getPoolFigures.useQuery(undefined, { refetchInterval: ASK_EVERY_MS });
  return (
    <>
      {figures.data?.payoutsStopped === true && (
        <Notice look="warning">
          {t('home.payoutsStopped', { networks: formatList(figures.data.payoutsStoppedOn) })}
        </Notice>
      )}
      {figures.data?.chains.map(({ network, state, since, ...chain }) =>
        (
          [
            [state, state === 'ok' ? null : since],
            ['stalled', chain.finalityStalledSince],
            ['differs', chain.nodesDifferSince],
            ['oneNode', chain.oneNodeUntil],
          ] as const
        ).map(
          ([what, time]) =>
            time !== null && (
              <Notice key={network + what} look="warning">
                {t(`chain.${what}`, { network, time: formatTime(time) })}
              </Notice>
            ),
        ),
      )}
    </>
  );
}
