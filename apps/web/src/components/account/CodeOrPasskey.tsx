import type { ComponentProps } from 'react';
import { t } from '../../i18n/language.ts';
import { Field } from '../../ui/Field.tsx';
import type { MoneyPress } from '../money/MoneyButton.tsx';
import { PasskeyButton } from './PasskeyButton.tsx';

type CodeOrPasskeyProps = Omit<ComponentProps<typeof Field>, 'label'> & {
  readonly isBusy: boolean;
  /** Takes the code that a passkey's answer brought, in place of what was typed. */
  readonly onPasskey: (code: string, press: MoneyPress) => void;
};

/** The part of a form that asks for a two-factor code, once the server did. */
export function CodeOrPasskey({ isBusy, onPasskey, ...field }: CodeOrPasskeyProps) {
  return (
    <>
      {/* It is asked for after a press on the button, so the focus belongs here. */}
      <Field label={t('login.code')} autoComplete="one-time-code" autoFocus {...field} />
      <PasskeyButton isBusy={isBusy} onCode={onPasskey} />
    </>
  );
}
