import { useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { trpc } from '../../api/trpc.ts';
import { LoadError } from '../../components/LoadError.tsx';
import { PageTitle } from '../../components/PageTitle.tsx';
import { formatDateTime } from '../../i18n/format.ts';
import { t } from '../../i18n/language.ts';
import { Field } from '../../ui/Field.tsx';

const REFRESH_MS = 1_000;

/** The mailbox of the local networks: what was sent to an address, newest first. */
export function MailScreen() {
  const [search] = useSearchParams();
  const [address, setAddress] = useState(search.get('to') ?? '');
  const mailbox = trpc.dev.mailbox.useQuery(
    { to: address },
    { enabled: address.includes('@'), refetchInterval: REFRESH_MS },
  );
  return (
    <div className="space-y-6">
      <PageTitle>{t('mailbox.title')}</PageTitle>
      <p className="text-text-2">{t('mailbox.text')}</p>
      <Field
        label={t('field.email')}
        type="email"
        value={address}
        onChange={(event) => setAddress(event.target.value)}
        placeholder="you@example.org"
      />
      {mailbox.isError && <LoadError textId="mailbox.failed" onRetry={() => void mailbox.refetch()} />}
      {mailbox.data?.data.length === 0 && <p className="text-text-2">{t('mailbox.empty')}</p>}
      <ul className="space-y-3">
        {mailbox.data?.data.map((mail) => (
          <li key={`${mail.at}-${mail.subject}`} className="rounded-card border border-line bg-surface p-5">
            <p className="font-semibold">{mail.subject}</p>
            <p className="text-[13px] text-text-3">{formatDateTime(mail.at)}</p>
            <p className="mt-2 whitespace-pre-line text-text-2">{linkify(mail.text)}</p>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The text with the pool's own links made links. */
function linkify(text: string) {
  return text.split(/(https?:\/\/\S+)/).map((part, index) => {
    const url = index % 2 === 1 && URL.canParse(part) ? new URL(part) : undefined;
    if (url === undefined || url.origin !== window.location.origin) return part;
    return (
      <Link
        key={part}
        to={`${url.pathname}${url.search}`}
        className="break-all font-medium text-primary underline"
      >
        {part}
      </Link>
    );
  });
}
