import { Link } from 'react-router-dom';
import { trpc } from '../../api/trpc.ts';
import { t } from '../../i18n/language.ts';
import { paths } from '../../paths.ts';
import { Notice } from '../../ui/Notice.tsx';

const ASK_EVERY_MS = 10_000;

/** Says that the mail that someone waits for here is late, for as long as the mail server takes none. */
export function MailDelay() {
  const figures = trpc.transparency.getPoolFigures.useQuery(undefined, { refetchInterval: ASK_EVERY_MS });
  return figures.data?.isMailDelayed === true && <Notice look="warning">{t('mail.delayed')}</Notice>;
}

/** On the local networks no mail leaves the program: leads to the page that shows it. */
export function LocalMailLink({ email }: { email: string }) {
  const figures = trpc.transparency.getPoolFigures.useQuery();
  if (figures.data?.network !== 'local') return null;
  return (
    <p className="text-sm">
      <Link
        to={{ pathname: paths.devMail, search: `?${new URLSearchParams({ to: email })}` }}
        target="_blank"
        className="inline-flex min-h-6 items-center font-medium text-primary underline"
      >
        {t('mail.local')}
      </Link>
    </p>
  );
}
