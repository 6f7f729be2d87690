import { useEffect, useRef } from 'react';

/** The page's one h1. Takes the focus when the page is opened, and names the tab. */
export function PageTitle({ children, isVisible = true }: { children: string; isVisible?: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${children} · Glasspool (test network)`;
    heading.current?.focus({ preventScroll: true });
  }, [children]);
  return (
    <h1
      ref={heading}
      tabIndex={-1}
      className={isVisible ? 'text-2xl/[30px] font-semibold tracking-[-0.015em] lg:text-3xl/9' : 'sr-only'}
    >
      {children}
    </h1>
  );
}
