export {
  createMnemonic,
  deriveKeys,
  derivePublicKeys,
  type NetworkKeys,
  publicKeysOf,
  type Signature,
  SigningRefusedError,
  type SigningRequest,
} from './key-tree.ts';
export { KeystoreError, openKeystore, readWordsShownAt, sealKeystore } from './keystore.ts';
