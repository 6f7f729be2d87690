import { t } from '../../i18n/language.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';

interface FormerEmailProps {
  /** Email that the snapshot has the account under, as the server says. */
  readonly email: string;
  /** The user says whose email it is. */
  readonly onAnswer: (isOwn: boolean) => void;
}

/** A snapshot of before a change of the email stands under the old one. Only the user knows whether that was theirs. */
export function FormerEmail({ email, onAnswer }: FormerEmailProps) {
  return (
    <div className="space-y-3">
      <Notice look="warning">{t('verify.former', { email })}</Notice>
      <div className="flex flex-wrap gap-3">
        <Button look="secondary" onClick={() => onAnswer(true)}>
          {t('verify.former.yes')}
        </Button>
        <Button look="secondary" onClick={() => onAnswer(false)}>
          {t('verify.former.no')}
        </Button>
      </div>
    </div>
  );
}
