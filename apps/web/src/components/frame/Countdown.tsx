import { useEffect, useState } from 'react';
import { readDeviceClock } from '../../api/clock.ts';
import { t } from '../../i18n/language.ts';

const TICK_MS = 1_000;
const S_PER_MINUTE = 60;
const S_PER_HOUR = 3_600;

/** Time until a moment of the server's clock: 'Xh Ym Zs', or 'Payout in progress' once it has come. */
export function Countdown({ until, serverNow, asOf }: { until: number; serverNow: number; asOf: number }) {
  const [machineNow, setMachineNow] = useState(asOf);
  useEffect(() => {
    const timer = setInterval(() => setMachineNow(readDeviceClock()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  const elapsedMs = Math.max(0, machineNow - asOf);
  return <span className="whitespace-nowrap">{formatRemaining(until - serverNow - elapsedMs)}</span>;
}

/** The text of a remaining time. */
export function formatRemaining(remainingMs: number): string {
  if (remainingMs <= 0) return t('countdown.due');
  const seconds = Math.floor(remainingMs / TICK_MS);
  return t('countdown.left', {
    hours: Math.floor(seconds / S_PER_HOUR),
    minutes: Math.floor((seconds % S_PER_HOUR) / S_PER_MINUTE),
    seconds: seconds % S_PER_MINUTE,
  });
}
