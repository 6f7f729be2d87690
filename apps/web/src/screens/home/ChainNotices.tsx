import { trpc } from '../../api/trpc.ts';
import { formatList, formatTime } from '../../i18n/format.ts';
import { t } from '../../i18n/language.ts';
import { Notice } from '../../ui/Notice.tsx';

/** A node that is away says nothing by itself. */
const ASK_EVERY_MS = 30_000;

/** Says that payouts are stopped, and of each chain whose node is behind or silent since when, and what that means; nothing while all is well. */
export function ChainNotices() {
  const figures = trpc.transparency.getPoolFigures.useQuery(undefined, { refetchInterval: ASK_EVERY_MS });
  const troubles = (figures.data?.chains ?? []).flatMap(({ network, state, since, ...chain }) => [
    { network, text: `chain.${state}`, since: state === 'ok' ? null : since },
    { network, text: 'chain.stalled', since: chain.finalityStalledSince },
    { network, text: 'chain.differs', since: chain.nodesDifferSince },
    { network, text: 'chain.oneNode', since: chain.oneNodeUntil },
  ]);
  return (
    <>
      {figures.data?.payoutsStopped === true && (
        <Notice look="warning">
          {t('home.payoutsStopped', { networks: formatList(figures.data.payoutsStoppedOn) })}
        </Notice>
      )}
      {troubles.map(
        ({ network, text, since }) =>
          since !== null && (
            <Notice key={network + text} look="warning">
              {t(text, { network, time: formatTime(since) })}
            </Notice>
          ),
      )}
    </>
  );
}
