import { PoolError } from '../errors.ts';
import { type Currency, NETWORK_OF, type Network } from '../money/currency.ts';
import { BSC_ZERO_ADDRESS, checkBscAddress, toChecksumAddress } from './bsc.ts';
import { isTronAddress, TRON_ZERO_ADDRESS } from './tron.ts';

const NETWORK_LABEL: Readonly<Record<Network, string>> = { BSC: 'BSC (BEP20)', TRON: 'TRON' };

/**
 * Checks the address that a withdrawal goes to and returns its canonical form (EIP-55 or base58check).
 * The server uses it, and the screen uses it for comfort.
 *
 * @throws PoolError ADDRESS_WRONG_NETWORK when it is an address of the other network.
 * @throws PoolError ADDRESS_CHECKSUM when the capital letters do not match (BSC).
 * @throws PoolError ADDRESS_INVALID when it is not an address at all.
 * @throws PoolError ADDRESS_FORBIDDEN when it is the zero address.
 */
export function parsePayeeAddress(text: string, currency: Currency): string {
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
