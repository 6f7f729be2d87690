import { type ComponentProps, useState } from 'react';
import { t } from '../../i18n/language.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';

/** A password that can be looked at while typing. */
export function PasswordField(props: Omit<ComponentProps<typeof Field>, 'type' | 'end'>) {
  const [isShown, setShown] = useState(false);
  return (
    <Field
      {...props}
      type={isShown ? 'text' : 'password'}
      end={
        <Button
          look="quiet"
          className="min-h-11 px-3 text-sm"
          aria-pressed={isShown}
          aria-label={t('password.show', { field: props.label })}
          onClick={() => setShown(!isShown)}
        >
          {isShown ? t('password.hideWord') : t('password.showWord')}
        </Button>
      }
    />
  );
}
