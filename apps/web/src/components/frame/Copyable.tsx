import { CopyButton } from '../../ui/CopyButton.tsx';
import { AddressText } from '../money/AddressText.tsx';

/** A titled address or hash in full, with the button that copies it. */
export function Copyable({ title, text, label }: { title: string; text: string; label: string }) {
  return (
    <div>
      <p className="mb-1.5 font-medium">{title}</p>
      <div className="flex flex-wrap items-center gap-3 rounded-control bg-sunken p-3">
        <AddressText address={text} />
        <CopyButton text={text} label={label} />
      </div>
    </div>
  );
}
