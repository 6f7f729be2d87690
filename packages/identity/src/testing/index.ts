export { enrolAdmin } from './enrolled-admin.ts';
export { addDevice, confirmWith, enter, getActor } from './passkeys.ts';
export { SoftAuthenticator } from './soft-authenticator.ts';
export {
  createTestIdentityDeps,
  signUpTestUser,
  TEST_IDENTITY_SETTINGS,
  TestIdentity,
} from './test-identity.ts';
