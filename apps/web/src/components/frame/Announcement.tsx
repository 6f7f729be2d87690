import { trpc } from '../../api/trpc.ts';
import { t } from '../../i18n/language.ts';

/** Announcement of the operator, on every page while there is one. */
export function Announcement() {
  const { data } = trpc.support.getAnnouncement.useQuery();
  if (data === undefined || data.text === '') return null;
  return (
    <aside aria-label={t('frame.announcement')} className="border-b border-line bg-primary-soft px-4 py-2">
      <p className="mx-auto max-w-[80ch] text-center text-sm break-words">{data.text}</p>
    </aside>
  );
}
