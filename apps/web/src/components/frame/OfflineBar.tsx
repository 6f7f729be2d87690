import { useState } from 'react';
import { readDataTime } from '../../api/data-time.ts';
import { formatTime } from '../../i18n/format.ts';
import { t } from '../../i18n/language.ts';
import { useIsOnline } from '../../ui/use-is-online.ts';

/** While the browser has no network: how old the figures of the screen are. Actions wait until it is back. */
export function OfflineBar() {
  const isOnline = useIsOnline();
  const [wasOnline, setWasOnline] = useState(isOnline);
  // A page that opens without a network shows no figures: none are kept in the browser.
  const [dataTime, setDataTime] = useState<number>();
  if (wasOnline !== isOnline) {
    setWasOnline(isOnline);
    setDataTime(readDataTime());
  }
  return (
    <div role="status">
      {!isOnline && (
        <p className="bg-warning-soft px-4 py-2 text-center text-sm text-warning">
          {dataTime === undefined ? t('offline.empty') : t('offline.bar', { time: formatTime(dataTime) })}
        </p>
      )}
    </div>
  );
}
