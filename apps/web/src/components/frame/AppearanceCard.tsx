import { t } from '../../i18n/language.ts';
import { Card } from '../../ui/Card.tsx';
import { LanguageSelect, ThemeSelect } from './Preferences.tsx';

/** Language and theme of this browser. */
export function AppearanceCard() {
  return (
    <Card title={t('preferences.title')}>
      <div className="grid gap-4 sm:grid-cols-2">
        <LanguageSelect />
        <ThemeSelect />
      </div>
    </Card>
  );
}
