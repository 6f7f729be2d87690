export { listNotices, markNoticesRead, type NoticeView } from './list-notices.ts';
export { refreshNotices } from './refresh-notices.ts';
