import { Mail, MessageCircle, Phone } from 'lucide-react';
import { trpc } from '../../api/trpc.ts';
import { LoadError } from '../../components/frame/LoadError.tsx';
import { PageTitle } from '../../components/frame/PageTitle.tsx';
import { t } from '../../i18n/language.ts';
import { Card } from '../../ui/Card.tsx';
import { Disclosure } from '../../ui/Disclosure.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';

/** The questions, first the one that everyone should ask. */
const QUESTIONS = ['real', 'refer', 'when', 'reset', 'where', 'source', 'short', 'counted'] as const;

/** Contacts of the operator, and answers to frequent questions. */
export function SupportScreen() {
  const contacts = trpc.support.getContacts.useQuery();
  return (
    <div className="space-y-4">
      <PageTitle>{t('support.title')}</PageTitle>
      <div className="grid items-start gap-4 lg:grid-cols-[400px_minmax(0,1fr)]">
        <Card title={t('support.contact')}>
          {contacts.isPending && <Skeleton className="h-[204px]" />}
          {contacts.isError && contacts.data === undefined && (
            <LoadError textId="support.failed" onRetry={() => void contacts.refetch()} />
          )}
          {contacts.data !== undefined && (
            <ul className="divide-y divide-line">
              <Contact
                Icon={Mail}
                href={`mailto:${contacts.data.email}`}
                title={contacts.data.email}
                hint={t('support.email')}
              />
              <Contact
                Icon={Phone}
                href={`tel:${contacts.data.phone.replaceAll(/[^+\d]/g, '')}`}
                title={contacts.data.phone}
                hint={t('support.phone')}
              />
              <Contact
                Icon={MessageCircle}
                href={contacts.data.communityUrl}
                title={t('support.community')}
                hint={t('support.communityHint', { host: new URL(contacts.data.communityUrl).host })}
              />
            </ul>
          )}
        </Card>
        <Card title={t('faq.title')}>
          {QUESTIONS.map((question) => (
            <Disclosure key={question} name="faq" title={t(`faq.${question}.question`)}>
              <p className="max-w-[70ch]">{t(`faq.${question}.answer`)}</p>
            </Disclosure>
          ))}
        </Card>
      </div>
    </div>
  );
}

interface ContactProps {
  readonly Icon: typeof Mail;
  readonly href: string;
  readonly title: string;
  /** Target of the link. */
  readonly hint: string;
}

function Contact({ Icon, href, title, hint }: ContactProps) {
  return (
    <li>
      <a
        href={href}
        rel="noreferrer"
        target={href.startsWith('http') ? '_blank' : undefined}
        className="flex min-h-14 items-center gap-4 rounded-control px-1 py-2 hover:bg-sunken"
      >
        <Icon aria-hidden size={20} className="shrink-0 text-primary" />
        <span className="min-w-0">
          <span className="block font-medium break-all">{title}</span>
          <span className="block text-[13px]/[18px] break-words text-text-2">{hint}</span>
        </span>
      </a>
    </li>
  );
}
