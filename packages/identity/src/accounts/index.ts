export { addNote } from './add-note.ts';
export { changeEmail, listEmails } from './change-email.ts';
export { closeAccount } from './close-account.ts';
export { countUsers } from './counters.ts';
export { completeSignUp, createAdmin } from './create-user.ts';
export { findUserByEmail, hasAnyAdmin } from './find-user.ts';
export { getProfile, type Profile } from './get-profile.ts';
export { endSessionsOf, lockUser, unlockUser } from './lock-user.ts';
export { lockActor, lockUserRow } from './lock-user-row.ts';
export { assertSecondPerson, hasOtherAdmin, isSecondPerson } from './second-person.ts';
export {
  getNotifications,
  type Notifications,
  setNotifications,
  updateProfile,
} from './settings.ts';
export { sendSignUpCode, verifySignUpCode } from './sign-up-code.ts';
export { changeStaffRole, inviteStaff, listStaff, type StaffMember } from './staff.ts';
