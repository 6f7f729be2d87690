import { type FormEvent, useState } from 'react';
import { notify } from '../../api/notify.ts';
import { trpc } from '../../api/trpc.ts';
import { useIsAdmin } from '../../api/use-is-admin.ts';
import { useCodeField } from '../../components/account/use-code-field.tsx';
import { t } from '../../i18n/language.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Field } from '../../ui/Field.tsx';

/** The sentence that every page shows: what it is, and for admins the field that changes it. */
export function AnnouncementCard() {
  const isAdmin = useIsAdmin();
  const announcement = trpc.support.getAnnouncement.useQuery();
  const text = announcement.data?.text;
  return (
    <Card title={t('admin.announcement.title')}>
      <p className="mb-4 max-w-[72ch] text-text-2">{t('admin.announcement.text')}</p>
      {text !== undefined && (
        <p className="mb-4 font-medium">{text === '' ? t('admin.announcement.none') : text}</p>
      )}
      {isAdmin && text !== undefined && <AnnouncementForm key={text} current={text} />}
    </Card>
  );
}

function AnnouncementForm({ current }: { current: string }) {
  const utils = trpc.useUtils();
  const [text, setText] = useState(current);
  const set = trpc.support.setAnnouncement.useMutation({
    onSuccess: () => {
      notify.success(t('admin.actionDone'));
      void utils.support.invalidate();
    },
  });
  const code = useCodeField(set, (totp) => set.mutate({ text: set.variables?.text ?? text, totp }));
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    set.mutate({ text, totp: code.totp });
  };
  return (
    <form className="space-y-4" noValidate onSubmit={submit}>
      <Field
        label={t('admin.announcement.label')}
        hint={t('admin.announcement.hint')}
        value={text}
        autoComplete="off"
        error={code.failure?.message}
        onChange={(event) => setText(event.target.value)}
      />
      {code.field}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" isBusy={set.isPending}>
          {t('admin.announcement.show')}
        </Button>
        {current !== '' && (
          <Button
            look="secondary"
            isBusy={set.isPending}
            onClick={() => set.mutate({ text: '', totp: code.totp })}
          >
            {t('admin.announcement.end')}
          </Button>
        )}
      </div>
    </form>
  );
}
