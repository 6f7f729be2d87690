import { Link } from 'react-router-dom';
import { t } from '../../i18n/language.ts';
import { ABOUT_TEST_NETWORK } from '../../paths.ts';

/** On every page: what kind of network this is. */
export function Ribbon() {
  return (
    <aside
      aria-label={t('ribbon.label')}
      className="on-ribbon sticky top-0 z-30 bg-ribbon text-on-ribbon print:static"
    >
      <p className="flex min-h-8 flex-wrap items-center justify-center gap-x-2 px-2 text-center text-[13px]/[18px] font-medium short:min-h-6">
        <span>{t('ribbon.text')}</span>
        <Link to={ABOUT_TEST_NETWORK} className="inline-flex min-h-6 items-center underline">
          {t('ribbon.what')}
        </Link>
      </p>
    </aside>
  );
}
