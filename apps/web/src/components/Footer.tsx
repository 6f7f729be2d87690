import { Link } from 'react-router-dom';
import { t } from '../i18n/language.ts';
import { ABOUT_PDF, paths } from '../paths.ts';
import { LanguageSelect, ThemeSelect } from './Preferences.tsx';

const LINK = 'inline-flex min-h-11 items-center font-medium text-primary underline';

/** Below every public page: the books, the paper about the pool, language and theme. */
export function Footer() {
  return (
    <footer className="border-t border-line">
      <div className="mx-auto flex max-w-[1120px] flex-wrap items-end justify-between gap-x-8 gap-y-4 px-4 py-6 lg:px-8">
        <nav aria-label={t('footer.label')} className="flex flex-wrap gap-x-6 text-sm">
          <Link to={paths.transparency} className={LINK}>
            {t('footer.transparency')}
          </Link>
          <a href={ABOUT_PDF} target="_blank" rel="noreferrer" className={LINK}>
            {t('footer.about')}
          </a>
        </nav>
        <div className="flex flex-wrap gap-4">
          <LanguageSelect />
          <ThemeSelect />
        </div>
      </div>
    </footer>
  );
}
