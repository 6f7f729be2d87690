import type { TRPCRouterRecord } from '@trpc/server';
import { changeEmail, closeAccount } from './account.ts';
import { changePassword } from './change-password.ts';
import { addNote, endSessionsOf, getUser, listUsers, lockUser, unlockUser } from './manage-users.ts';
import { getNotifications, setNotifications } from './notifications.ts';
import { endSessions, listSessions } from './sessions.ts';
import { changeStaffRole, inviteStaff, listStaff } from './staff.ts';
import {
  beginTwoFactor,
  confirmTwoFactor,
  getTwoFactor,
  removeTwoFactor,
  renewRecoveryCodes,
} from './two-factor.ts';
import { updateProfile } from './update-profile.ts';

export const userRoutes = {
  listUsers,
  getUser,
  lockUser,
  unlockUser,
  endSessionsOf,
  addNote,
  listStaff,
  inviteStaff,
  changeStaffRole,
  updateProfile,
  changeEmail,
  closeAccount,
  changePassword,
  getNotifications,
  setNotifications,
  listSessions,
  endSessions,
  getTwoFactor,
  beginTwoFactor,
  confirmTwoFactor,
  removeTwoFactor,
  renewRecoveryCodes,
} satisfies TRPCRouterRecord;
