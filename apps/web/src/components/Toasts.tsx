import { useEffect } from 'react';
import { Toaster } from 'sonner';
import { recordToastsShown } from '../api/notify.ts';
import { t } from '../i18n/language.ts';

const TOAST_MS = 5_000;
const TOASTS_MAX = 3;
/** Below the ribbon and the top bar. */
const TOP_PX = 104;

/** Toasts: top right, for five seconds, each with a close button. */
export function Toasts() {
  useEffect(recordToastsShown, []);
  return (
    <Toaster
      position="top-right"
      duration={TOAST_MS}
      visibleToasts={TOASTS_MAX}
      closeButton
      // None behind another, where the focus would not be seen.
      expand
      richColors
      offset={{ top: TOP_PX }}
      mobileOffset={{ top: TOP_PX }}
      containerAriaLabel={t('toasts.label')}
      toastOptions={{ closeButtonAriaLabel: t('toasts.close') }}
    />
  );
}
