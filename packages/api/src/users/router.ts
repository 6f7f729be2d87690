import type { TRPCRouterRecord } from '@trpc/server';
import { changePassword } from './change-password.ts';
import { endSessionsOf, getUser, listUsers, lockUser, unlockUser } from './manage-users.ts';
import { getNotifications, setNotifications } from './notifications.ts';
import {
  beginSecondFactor,
  confirmSecondFactor,
  getSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
} from './second-factor.ts';
import { endSessions, listSessions } from './sessions.ts';
import { updateProfile } from './update-profile.ts';

export const userRoutes = {
  listUsers,
  getUser,
  lockUser,
  unlockUser,
  endSessionsOf,
  updateProfile,
  changePassword,
  getNotifications,
  setNotifications,
  listSessions,
  endSessions,
  getSecondFactor,
  beginSecondFactor,
  confirmSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
} satisfies TRPCRouterRecord;
