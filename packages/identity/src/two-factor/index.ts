export { hasTwoFactor } from './has-two-factor.ts';
export { type AssertTwoFactor, withTwoFactor } from './step-up.ts';
export {
  beginTwoFactor,
  confirmTwoFactor,
  getTwoFactor,
  removeTwoFactor,
  renewRecoveryCodes,
  resetTwoFactor,
} from './two-factor.ts';
