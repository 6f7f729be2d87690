export { getAnnouncement, setAnnouncement } from './announcement.ts';
