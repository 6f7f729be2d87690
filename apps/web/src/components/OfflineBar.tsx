import { useEffect, useState } from 'react';
import { formatTime } from '../i18n/format.ts';
import { t } from '../i18n/language.ts';

/** While the browser has no network: since when what is shown is old. Actions wait until it is back. */
export function OfflineBar() {
  const [offlineSince, setOfflineSince] = useState<number>();
  useEffect(() => {
    const update = (): void => setOfflineSince(navigator.onLine ? undefined : Date.now());
    update();
    window.addEventListener('online', update);
    window.addEventListener('offline', update);
    return () => {
      window.removeEventListener('online', update);
      window.removeEventListener('offline', update);
    };
  }, []);
  return (
    <div role="status">
      {offlineSince !== undefined && (
        <p className="bg-warning-soft px-4 py-2 text-center text-sm text-warning">
          {t('offline.bar', { time: formatTime(offlineSince) })}
        </p>
      )}
    </div>
  );
}
