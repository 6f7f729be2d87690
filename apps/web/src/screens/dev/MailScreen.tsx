import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { trpc } from '../../api/trpc.ts';
import { LoadError } from '../../components/frame/LoadError.tsx';
import { MailText } from '../../components/frame/MailText.tsx';
import { PageTitle } from '../../components/frame/PageTitle.tsx';
import { formatDateTime } from '../../i18n/format.ts';
import { t } from '../../i18n/language.ts';
import { Field } from '../../ui/Field.tsx';

const REFRESH_MS = 1_000;
const LOOKS_WHOLE = /^[^\s@]+@[^\s@.]+\.\S+$/;

/** Mailbox of the local networks: the newest mails, to everyone or to the address that is typed. */
export function MailScreen() {
  const [search] = useSearchParams();
  const [address, setAddress] = useState(search.get('to') ?? '');
  const mailbox = trpc.dev.mailbox.useQuery(LOOKS_WHOLE.test(address) ? { to: address } : {}, {
    refetchInterval: REFRESH_MS,
    placeholderData: keepPreviousData,
  });
  return (
    <div className="space-y-6">
      <PageTitle>{t('mailbox.title')}</PageTitle>
      <p className="text-text-2">{t('mailbox.text')}</p>
      <Field
        label={t('mailbox.filter')}
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
            <p className="mb-2 text-[13px] break-words text-text-3">
              {`${mail.to}, ${formatDateTime(mail.at)}`}
            </p>
            <MailText text={mail.text} />
          </li>
        ))}
      </ul>
    </div>
  );
}
