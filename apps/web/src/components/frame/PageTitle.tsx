import { useEffect, useRef } from 'react';
import { t } from '../../i18n/language.ts';

/** The first page that is opened keeps the browser's own place for the focus. */
let hasNavigated = false;

/** The page's one h1. Takes the focus after navigation from another page, and names the tab. */
export function PageTitle({ children, isVisible = true }: { children: string; isVisible?: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = t('frame.tab', { page: children });
    if (hasNavigated) heading.current?.focus({ preventScroll: true });
    hasNavigated = true;
  }, [children]);
  return (
    <h1
      ref={heading}
      tabIndex={-1}
      className={
        isVisible ? 'text-2xl/[30px] font-semibold break-words tracking-[-0.015em] lg:text-3xl/9' : 'sr-only'
      }
    >
      {children}
    </h1>
  );
}
