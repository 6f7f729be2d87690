import { trpc } from '../../api/trpc.ts';
import { lazyPage } from '../../components/frame/lazy-page.ts';
import { Part } from '../../components/frame/Part.tsx';

/** With texts that the rest of the page does without. */
const ChainNotices = lazyPage(
  async () => (await import('../../components/money/ChainNotices.tsx')).ChainNotices,
  'member',
);

/** The notices of the chains, while nodes disagree or one of them decides alone; nothing is loaded before that. */
export function NodeNotices() {
  const figures = trpc.transparency.getPoolFigures.useQuery();
  const isTold = figures.data?.chains.some((chain) => chain.nodesDifferSince ?? chain.oneNodeUntil);
  return (
    isTold === true && (
      <Part>
        <ChainNotices />
      </Part>
    )
  );
}
