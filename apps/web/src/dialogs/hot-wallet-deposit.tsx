import { QRCodeSVG } from 'qrcode.react';
import type { HotWalletView } from '../api/trpc.ts';
import { AddressText } from '../components/money/AddressText.tsx';
import { t } from '../i18n/language.ts';
import { CopyButton } from '../ui/CopyButton.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Notice } from '../ui/Notice.tsx';

const QR_SIZE_PX = 200;
/** Modules of white around the code, without which cameras do not find it. */
const QR_QUIET_ZONE = 4;
const TOKENS = { BSC: 'USDT (BEP20), BNB', TRON: 'TRX' } as const;

interface HotWalletDepositDialogProps {
  readonly addresses: HotWalletView['addresses'];
  readonly onClose: () => void;
}

/** Both hot wallet addresses: what arrives there is the operator's own. */
export function HotWalletDepositDialog({ addresses, onClose }: HotWalletDepositDialogProps) {
  return (
    <Dialog title={t('admin.hotWallet.depositTitle')} onClose={onClose} isWide>
      <div className="space-y-5">
        <Notice look="warning">{t('admin.hotWallet.depositText')}</Notice>
        <div className="grid gap-6 md:grid-cols-2">
          {addresses.map(({ network, address }) => (
            <section key={network} className="space-y-3">
              <h3 className="font-semibold">{`${t(`network.${network}`)} · ${TOKENS[network]}`}</h3>
              <div className="mx-auto w-fit overflow-hidden rounded-control bg-white">
                <QRCodeSVG
                  value={address}
                  size={QR_SIZE_PX}
                  marginSize={QR_QUIET_ZONE}
                  level="M"
                  title={t('admin.hotWallet.qr', { network })}
                />
              </div>
              <div className="space-y-3 rounded-control bg-sunken p-3">
                <p>
                  <AddressText address={address} />
                </p>
                <CopyButton text={address} label={t('admin.hotWallet.copy', { network })} />
              </div>
            </section>
          ))}
        </div>
      </div>
    </Dialog>
  );
}
