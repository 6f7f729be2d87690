import { QRCodeSVG } from 'qrcode.react';

const SIZE_PX = 200;
/** Modules of white around the code, without which cameras do not find it. */
const QUIET_ZONE = 4;

/** A QR code, black on white in every theme: cameras need that. */
export function QrCode({ value, title }: { value: string; title: string }) {
  return (
    <div className="mx-auto w-fit overflow-hidden rounded-control bg-white">
      <QRCodeSVG value={value} size={SIZE_PX} marginSize={QUIET_ZONE} level="M" title={title} />
    </div>
  );
}
