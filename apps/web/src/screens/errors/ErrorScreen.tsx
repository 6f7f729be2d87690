import { Link } from 'react-router-dom';
import { PageTitle } from '../../components/frame/PageTitle.tsx';
import { t } from '../../i18n/language.ts';
import { paths } from '../../paths.ts';

const LINK = 'inline-flex min-h-11 items-center font-medium text-primary underline';

/** A page that cannot be shown, with two ways out. */
export function ErrorScreen({ kind }: { kind: 'unauthorized' | 'notFound' }) {
  return (
    <div className="space-y-4">
      <PageTitle>{t(`${kind}.title`)}</PageTitle>
      <p className="text-text-2">{t(`${kind}.text`)}</p>
      <p className="flex flex-wrap gap-x-6">
        <Link to={paths.home} className={LINK}>
          {t('exits.home')}
        </Link>
        <Link to={paths.landing} className={LINK}>
          {t('exits.landing')}
        </Link>
      </p>
    </div>
  );
}
