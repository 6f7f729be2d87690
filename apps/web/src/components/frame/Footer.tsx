import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { t } from '../../i18n/language.ts';
import { ABOUT_PDF, ABOUT_TEST_NETWORK, API_DOCS, HOW_IT_WORKS, LICENSE_TEXT, paths } from '../../paths.ts';
import { Logo } from './Logo.tsx';
import { LanguageSelect, ThemeSelect } from './Preferences.tsx';

const LINK =
  'inline-flex min-h-11 min-w-11 items-center text-text-2 underline decoration-line-strong underline-offset-4 hover:text-text';

/** Below every public page: the pool, what is built on it, what there is to learn, language and theme. */
export function Footer({ sourceUrl }: { sourceUrl?: string | null | undefined }) {
  return (
    <footer className="border-t border-line">
      <nav
        aria-label={t('footer.label')}
        className="mx-auto grid max-w-[1120px] gap-x-8 gap-y-6 px-4 py-8 text-sm sm:grid-cols-3 lg:grid-cols-[2fr_1fr_1fr_1fr] lg:px-8"
      >
        <div className="sm:col-span-3 lg:col-span-1">
          <Logo to={paths.landing} />
          <p className="mt-2 max-w-[34em] text-text-2">{t('footer.about.text')}</p>
        </div>
        <Column title={t('footer.pool')}>
          <Link to={paths.transparency} className={LINK}>
            {t('footer.transparency')}
          </Link>
          <Link to={paths.receipts} className={LINK}>
            {t('footer.receipts')}
          </Link>
          <Link to={{ pathname: paths.transparency, hash: '#terms' }} className={LINK}>
            {t('footer.terms')}
          </Link>
          <Link to={ABOUT_TEST_NETWORK} className={LINK}>
            {t('footer.testNetwork')}
          </Link>
        </Column>
        <Column title={t('footer.build')}>
          <a href={API_DOCS} className={LINK}>
            {t('header.api')}
          </a>
          {typeof sourceUrl === 'string' && (
            <a href={sourceUrl} rel="noreferrer" className={LINK}>
              {t('footer.source')}
            </a>
          )}
          <a href={LICENSE_TEXT} className={LINK}>
            {t('footer.license')}
          </a>
        </Column>
        <Column title={t('footer.learn')}>
          <Link to={HOW_IT_WORKS} className={LINK}>
            {t('header.how')}
          </Link>
          <Link to={paths.timeMachine} className={LINK}>
            {t('header.timeMachine')}
          </Link>
          <a href={ABOUT_PDF} target="_blank" rel="noreferrer" className={LINK}>
            {t('footer.about')}
          </a>
        </Column>
      </nav>
      <div className="mx-auto flex max-w-[1120px] flex-wrap gap-4 px-4 pb-8 lg:px-8">
        <LanguageSelect />
        <ThemeSelect />
      </div>
    </footer>
  );
}

function Column({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="flex flex-col items-start">
      <p className="mb-1 font-semibold">{title}</p>
      {children}
    </div>
  );
}
