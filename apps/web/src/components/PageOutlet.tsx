import { memo } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { t } from '../i18n/language.ts';
import { Part } from './Part.tsx';

/**
 * Place of a page within its frame, which stays when the page breaks or cannot be loaded. Not drawn again with the frame: React takes what the
 * build drew off the screen when a part is drawn again before its script has come.
 */
export const PageOutlet = memo(function PageOutlet() {
  return (
    <Part isPage name={useLocation().pathname} fallback={<PageLoading />}>
      <Outlet />
    </Part>
  );
});

export function PageLoading() {
  return (
    <p role="status" className="p-8 text-center text-text-2">
      {t('frame.loading')}
    </p>
  );
}
