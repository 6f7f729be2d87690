export { createMnemonic, deriveKeys, type NetworkKeys } from './key-tree.ts';
export { KeystoreError, openKeystore, readWordsShownAt, sealKeystore } from './keystore.ts';
