import { useState } from 'react';
import { formatDateTime } from '../../i18n/format.ts';
import { t } from '../../i18n/language.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';

interface OwedNothingProps {
  readonly cutOffAt: number;
  /** The user says that it is right. */
  readonly onAccept: () => void;
}

/** A snapshot that owes the user nothing is never shown as right: a user who was left out sees the same, and only they can tell. */
export function OwedNothing({ cutOffAt, onAccept }: OwedNothingProps) {
  const [answer, setAnswer] = useState<'yes' | 'no'>();
  if (answer === 'yes') return <Notice look="positive">{t('verify.nothing.yesDone')}</Notice>;
  if (answer === 'no') return <Notice look="negative">{t('verify.nothing.noDone')}</Notice>;
  const accept = (): void => {
    setAnswer('yes');
    onAccept();
  };
  return (
    <div className="space-y-3">
      <Notice look="warning">{t('verify.nothing', { time: formatDateTime(cutOffAt) })}</Notice>
      <div className="flex flex-wrap gap-3">
        <Button look="secondary" onClick={accept}>
          {t('verify.nothing.yes')}
        </Button>
        <Button look="secondary" onClick={() => setAnswer('no')}>
          {t('verify.nothing.no')}
        </Button>
      </div>
    </div>
  );
}
