import { useSyncExternalStore } from 'react';
import { t } from '../../i18n/language.ts';
import { browserStorage } from '../../storage.ts';

/** Warning of a page for which the browser stores nothing: what is lost with it. */
export function StorageBar() {
  const isBlocked = useSyncExternalStore(
    () => () => undefined,
    () => browserStorage.isBlocked(),
    () => false,
  );
  if (!isBlocked) return null;
  return (
    <p role="status" className="bg-warning-soft px-4 py-2 text-center text-sm text-warning">
      {t('storage.blocked')}
    </p>
  );
}
