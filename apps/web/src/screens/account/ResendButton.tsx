import { useEffect, useState } from 'react';
import { readDeviceClock } from '../../api/clock.ts';
import { t } from '../../i18n/language.ts';
import { Button } from '../../ui/Button.tsx';

const MS_PER_S = 1_000;
/** Every second would be too much to listen to. */
const ANNOUNCED_S = [60, 10];

interface ResendButtonProps {
  readonly resendAt: number;
  readonly isBusy: boolean;
  readonly onResend: () => void;
}

/** Asks for another code, once the time the server gave is over. */
export function ResendButton({ resendAt, isBusy, onResend }: ResendButtonProps) {
  const secondsLeft = useSecondsUntil(resendAt);
  return (
    <>
      <Button
        look="secondary"
        className="w-full"
        disabled={secondsLeft > 0}
        isBusy={isBusy}
        onClick={onResend}
      >
        {secondsLeft > 0 ? t('signup.otp.resendIn', { seconds: secondsLeft }) : t('signup.otp.resend')}
      </Button>
      <span role="status" className="sr-only">
        {`${ANNOUNCED_S.includes(secondsLeft) ? t('signup.otp.resendIn', { seconds: secondsLeft }) : ''}${secondsLeft === 0 ? t('signup.otp.resendNow') : ''}`}
      </span>
    </>
  );
}

/** Whole seconds until a moment, counting down. */
function useSecondsUntil(at: number): number {
  const [now, setNow] = useState(readDeviceClock);
  useEffect(() => {
    const timer = setInterval(() => setNow(readDeviceClock()), MS_PER_S);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Math.ceil((at - now) / MS_PER_S));
}
