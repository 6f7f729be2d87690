import { memo } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { t } from '../../i18n/language.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Part } from './Part.tsx';

/**
 * Place of a page within its frame, which stays when the page breaks or cannot be loaded. Not drawn again with the frame: React takes what the
 * build drew off the screen when a part is drawn again before its script has come.
 */
export const PageOutlet = memo(function PageOutlet() {
  return (
    <Part isPage name={useLocation().pathname} fallback={<PagePlace />}>
      <Outlet />
    </Part>
  );
});

/** Place of a page that is on its way: as high as a screen, so that the end of the frame does not move when it comes. */
function PagePlace() {
  return (
    <div role="status" className="min-h-dvh">
      <span className="sr-only">{t('frame.loading')}</span>
      <Skeleton className="h-[480px]" />
    </div>
  );
}

export function PageLoading() {
  return (
    <p role="status" className="p-8 text-center text-text-2">
      {t('frame.loading')}
    </p>
  );
}
