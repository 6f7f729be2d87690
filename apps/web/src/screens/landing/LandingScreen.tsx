import { Link } from 'react-router-dom';
import { useSession } from '../../api/session.ts';
import { trpc } from '../../api/trpc.ts';
import { LoadError } from '../../components/LoadError.tsx';
import { Logo } from '../../components/Logo.tsx';
import { PageTitle } from '../../components/PageTitle.tsx';
import { Waterline } from '../../components/Waterline.tsx';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/Card.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { PublicTransactions } from './PublicTransactions.tsx';
import { RateCard } from './RateCard.tsx';

const LINK = 'inline-flex min-h-12 items-center justify-center rounded-control px-6 font-medium';

/** What the pool is, what it holds and owes at this moment, and what moved. */
export function LandingScreen() {
  const session = useSession();
  const figures = trpc.transparency.getPoolFigures.useQuery();
  return (
    <>
      <header className="mx-auto flex min-h-14 max-w-[1120px] items-center justify-between px-4 lg:px-8">
        <Logo to={paths.landing} />
        {session !== undefined && (
          <Link to={paths.home} className="font-medium text-primary underline">
            Your dashboard
          </Link>
        )}
      </header>
      <main
        id="content"
        className="mx-auto max-w-[1120px] space-y-10 px-4 pt-8 pb-16 lg:space-y-14 lg:px-8 lg:pt-14"
      >
        <div className="grid items-center gap-10 lg:grid-cols-2">
          <div>
            <div className="[&_h1]:text-[40px]/[44px] [&_h1]:tracking-[-0.03em] lg:[&_h1]:text-[64px]/[66px]">
              <PageTitle>A pool you can see through.</PageTitle>
            </div>
            <p className="mt-5 max-w-[52ch] text-lg text-text-2">
              A test-network pool that shows every token it holds and every token it owes. Check it yourself.
            </p>
            <p className="mt-8 flex flex-wrap gap-3">
              <Link to={paths.signUp} className={`${LINK} bg-primary text-on-primary`}>
                SIGN UP
              </Link>
              <Link to={paths.logIn} className={`${LINK} border border-line-strong bg-surface`}>
                SIGN IN
              </Link>
            </p>
          </div>
          <Card title="Held and owed, now">
            {figures.isPending && <Skeleton className="h-[360px]" />}
            {figures.isError && <LoadError what="the figures" onRetry={() => void figures.refetch()} />}
            <div className="space-y-6">
              {figures.data?.currencies.map((one) => (
                <Waterline key={one.currency} held={one.held} owed={one.owed} currency={one.currency} />
              ))}
            </div>
          </Card>
        </div>
        <RateCard figures={figures.data} />
        <div className="grid gap-6 lg:grid-cols-2">
          <PublicTransactions title="Deposits" type="deposit" />
          <PublicTransactions title="Withdrawals" type="withdrawal" />
        </div>
      </main>
    </>
  );
}
