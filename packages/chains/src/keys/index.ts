export { createMnemonic, deriveKeys, type NetworkKeys } from './key-tree.ts';
export { KeystoreError, openKeystore, sealKeystore } from './keystore.ts';
