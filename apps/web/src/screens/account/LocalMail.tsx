import { Link } from 'react-router-dom';
import { trpc } from '../../api/trpc.ts';
import { t } from '../../i18n/language.ts';
import { paths } from '../../paths.ts';

const REFRESH_MS = 1_000;
const CODE = /\b\d{6}\b/;

/** On the local networks no mail leaves the program: the code of the newest one stands here, with the way to all of them. */
export function LocalMail({ email }: { email: string }) {
  const figures = trpc.transparency.getPoolFigures.useQuery();
  const isLocal = figures.data?.network === 'local';
  const mailbox = trpc.dev.mailbox.useQuery({ to: email }, { enabled: isLocal, refetchInterval: REFRESH_MS });
  if (!isLocal) return null;
  const code = mailbox.data?.data
    .map(({ text }) => CODE.exec(text)?.[0])
    .find((found) => found !== undefined);
  return (
    <section
      aria-label={t('mail.local.label')}
      className="rounded-control border border-dashed border-line-strong p-4 text-sm text-text-2"
    >
      <p>{t('mail.local')}</p>
      <p role="status" className="num mt-1 min-h-7 text-xl font-semibold text-text">
        {code ?? '…'}
      </p>
      <Link
        to={{ pathname: paths.devMail, search: `?${new URLSearchParams({ to: email })}` }}
        target="_blank"
        className="mt-1 inline-flex min-h-6 items-center font-medium text-primary underline"
      >
        {t('mail.local.all')}
      </Link>
    </section>
  );
}
