export {
  type Allowlist,
  type AllowlistEntry,
  addAllowlistEntry,
  assertMayPay,
  getAllowlist,
  removeAllowlistEntry,
  setAllowlistOnly,
} from './allowlist.ts';
