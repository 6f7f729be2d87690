export {
  type Allowlist,
  addPayee,
  assertMayPay,
  getAllowlist,
  type Payee,
  removePayee,
  setAllowlistOnly,
} from './allowlist.ts';
