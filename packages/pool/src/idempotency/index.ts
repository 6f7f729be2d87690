export { findEarlierResult, type KeyedRequest, keyOf, rememberKey } from './request-keys.ts';
