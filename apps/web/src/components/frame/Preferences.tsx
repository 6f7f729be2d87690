import { chooseLanguage, isLanguage, LANGUAGES, t, useLanguage } from '../../i18n/language.ts';
import { Select } from '../../ui/Select.tsx';
import { chooseTheme, THEMES, useTheme } from './theme.ts';
import { useIsReady } from './use-is-ready.ts';

/** The language of the screen. */
export function LanguageSelect() {
  const language = useLanguage();
  const choices = Object.entries(LANGUAGES).flatMap(([value, label]) =>
    isLanguage(value) ? [{ value, label }] : [],
  );
  return (
    <Select
      label={t('preferences.language')}
      value={language}
      choices={choices}
      disabled={!useIsReady()}
      onChange={(choice) => void chooseLanguage(choice)}
    />
  );
}

/** Light, dark, or as the system has it. */
export function ThemeSelect() {
  const theme = useTheme();
  const choices = THEMES.map((value) => ({ value, label: t(`preferences.theme.${value}`) }));
  return (
    <Select
      label={t('preferences.theme')}
      value={theme}
      choices={choices}
      disabled={!useIsReady()}
      onChange={chooseTheme}
    />
  );
}
