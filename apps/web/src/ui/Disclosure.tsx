import { ChevronDown } from 'lucide-react';
import { type ReactNode, useState } from 'react';

interface DisclosureProps {
  readonly title: ReactNode;
  readonly children: ReactNode;
  /** Of the disclosures with one name, one is open at a time. */
  readonly name?: string;
  readonly isOpenAtFirst?: boolean;
  /** Leaves out what is inside until it is opened, for what takes long to load or draw. */
  readonly isDrawnWhenOpen?: boolean;
}

/** A title that opens what belongs to it: the browser's own details. */
export function Disclosure(props: DisclosureProps) {
  const { title, children, name, isOpenAtFirst = false, isDrawnWhenOpen = false } = props;
  const [isDrawn, setDrawn] = useState(!isDrawnWhenOpen);
  const heading = typeof title === 'string' ? <span>{title}</span> : title;
  return (
    <details
      name={name}
      open={isOpenAtFirst}
      onToggle={() => setDrawn(true)}
      className="border-b border-line last:border-b-0 [&[open]>summary>svg]:rotate-180"
    >
      <summary className="flex min-h-14 cursor-pointer list-none items-center justify-between gap-4 py-2 font-medium">
        {heading}
        <ChevronDown aria-hidden size={20} className="shrink-0 text-text-3 transition-transform" />
      </summary>
      <div className="pb-4 text-text-2">{isDrawn && children}</div>
    </details>
  );
}
