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
export { KeystoreError, openKeystore, readWordsShownAt, sealKeystore } from './keystore.ts';
