import { type FocusEvent, type MouseEvent, useEffect, useRef } from 'react';
import { Toaster } from 'sonner';
import { recordToastsShown } from '../../api/notify.ts';
import { t } from '../../i18n/language.ts';

const TOAST_MS = 5_000;
const TOASTS_MAX = 3;
/** Below the ribbon and the top bar. */
const TOP_PX = 104;

/**
 * Toasts: top right, for five seconds, each with a close button. The library moves the focus back whenever it leaves
 * a toast, which holds someone who tabs on at the last of them. So it does not learn of the focus: Tab leads on, and
 * only the close button, which goes away, gives the focus back.
 */
export function Toasts() {
  const cameFrom = useRef<EventTarget | null>(null);
  useEffect(recordToastsShown, []);

  function rememberFocus(event: FocusEvent): void {
    event.stopPropagation();
    if (!event.currentTarget.contains(event.relatedTarget)) cameFrom.current = event.relatedTarget;
  }
  function returnFocus({ target, currentTarget }: MouseEvent): void {
    const isClosing = target instanceof Element && target.closest('[data-close-button]') !== null;
    if (!isClosing || !currentTarget.contains(document.activeElement)) return;
    if (cameFrom.current instanceof HTMLElement) cameFrom.current.focus({ preventScroll: true });
  }

  return (
    <div onFocusCapture={rememberFocus} onClickCapture={returnFocus}>
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
    </div>
  );
}
