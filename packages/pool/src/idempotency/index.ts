export { findEarlierResult, findRequestKey, type KeyedRequest, keyOf, rememberKey } from './request-keys.ts';
