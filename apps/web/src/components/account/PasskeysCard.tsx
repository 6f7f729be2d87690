import { t } from '../../i18n/language.ts';
import { Card } from '../../ui/Card.tsx';
import { lazyPage } from '../frame/lazy-page.ts';
import { Part } from '../frame/Part.tsx';
import { PasskeysSkeleton } from './PasskeysSkeleton.tsx';

const Passkeys = lazyPage(async () => (await import('./Passkeys.tsx')).Passkeys);

/** The passkeys of an account. What is in it comes after the page that shows it. */
export function PasskeysCard() {
  return (
    <Card title={t('passkey.title')}>
      <p className="mb-4 text-text-2">{t('passkey.text')}</p>
      <Part fallback={<PasskeysSkeleton />}>
        <Passkeys />
      </Part>
    </Card>
  );
}
