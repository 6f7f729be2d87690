export {
  createMnemonic,
  deriveKeys,
  derivePublicKeys,
  getPublicKeys,
  type NetworkKeys,
  type Signature,
  SigningRefusedError,
  type SigningRequest,
} from './key-tree.ts';
export {
  KEYSTORE_PASSWORD_LENGTH_MIN,
  KeystoreError,
  openKeystore,
  readWordsShownAt,
  sealKeystore,
} from './keystore.ts';
