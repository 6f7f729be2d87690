import { useSession } from '../../api/session.ts';
import { trpc } from '../../api/trpc.ts';
import { Footer } from '../../components/frame/Footer.tsx';
import { PageTitle } from '../../components/frame/PageTitle.tsx';
import { PublicHeader } from '../../components/frame/PublicHeader.tsx';
import { t } from '../../i18n/language.ts';
import { Card } from '../../ui/Card.tsx';
import { JudgeDispute } from './JudgeDispute.tsx';
import { OwnReceipts } from './OwnReceipts.tsx';

/** Receipts of the user's entries, and the judging of disputes by them, which anyone may do. */
export function ReceiptsScreen() {
  const session = useSession();
  const figures = trpc.transparency.getPoolFigures.useQuery();
  return (
    <>
      <PublicHeader />
      <main id="content" tabIndex={-1} className="mx-auto max-w-[1120px] space-y-6 px-4 pt-6 pb-16 lg:px-8">
        <PageTitle>{t('receipts.title')}</PageTitle>
        <p className="max-w-[70ch] text-lg text-text-2">{t('receipts.lead')}</p>
        {/* First: its height is known, signed in or not. */}
        <JudgeDispute />
        {session === undefined ? (
          <Card title={t('receipts.own')}>
            <p className="text-text-2">{t('receipts.signIn')}</p>
          </Card>
        ) : (
          <OwnReceipts email={session.email} />
        )}
      </main>
      <Footer sourceUrl={figures.data?.sourceUrl} />
    </>
  );
}
