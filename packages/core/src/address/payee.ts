import { PoolError } from '../errors.ts';
import { type Currency, NETWORK_OF, type Network } from '../money/currency.ts';
import { BSC_ZERO_ADDRESS, checkBscAddress, toChecksumAddress } from './bsc.ts';
import { isTronAddress, TRON_ZERO_ADDRESS } from './tron.ts';

const NETWORK_LABEL: Readonly<Record<Network, string>> = { BSC: 'BSC (BEP20)', TRON: 'TRON' };

/**
 * Request for a payment as QR codes and wallets write it (EIP-681): to an address, on no other chain than BSC testnet or a local one. One with
 * anything more, such as an amount, is no address.
 */
const REQUEST = /^ethereum:(0x[0-9a-f]{40})(?:@(?:97|31337))?$/i;
/** The same of TRON's wallets, whose addresses are told apart by the case of their letters. */
const TRON_REQUEST = /^(?:tron|TRON):(T[1-9A-Za-z]{33})$/;

/** An address out of what a camera or a wallet gave: `ethereum:0x...`, or all in capitals, as QR codes write it to be small. */
function readScanned(text: string): string {
  const address = (REQUEST.exec(text) ?? TRON_REQUEST.exec(text))?.[1] ?? text;
  return address.replace(/^0X/, '0x');
}

/**
 * Checks the address that a withdrawal goes to and returns its canonical form (EIP-55 or base58check).
 * The server uses it, and the screen uses it for comfort.
 *
 * @throws PoolError ADDRESS_WRONG_NETWORK when it is an address of the other network.
 * @throws PoolError ADDRESS_CHECKSUM when the capital letters do not match (BSC).
 * @throws PoolError ADDRESS_INVALID when it is not an address at all.
 * @throws PoolError ADDRESS_FORBIDDEN when it is the zero address.
 */
export function parsePayeeAddress(given: string, currency: Currency): string {
  const text = readScanned(given);
  const network = NETWORK_OF[currency];
  const asBsc = checkBscAddress(text);
  const asTron = isTronAddress(text);
  if (network === 'BSC' ? asTron : asBsc === 'valid') {
    throw new PoolError('ADDRESS_WRONG_NETWORK', {
      addressNetwork: NETWORK_LABEL[network === 'BSC' ? 'TRON' : 'BSC'],
      currency,
      network: NETWORK_LABEL[network],
    });
  }
  if (network === 'BSC' && asBsc === 'wrong-checksum') {
    throw new PoolError('ADDRESS_CHECKSUM', { network: NETWORK_LABEL.BSC });
  }
  if (network === 'BSC' ? asBsc !== 'valid' : !asTron) {
    throw new PoolError('ADDRESS_INVALID', { network: NETWORK_LABEL[network] });
  }
  const address = network === 'BSC' ? toChecksumAddress(text) : text;
  if (address === BSC_ZERO_ADDRESS || address === TRON_ZERO_ADDRESS) throw new PoolError('ADDRESS_FORBIDDEN');
  return address;
}
