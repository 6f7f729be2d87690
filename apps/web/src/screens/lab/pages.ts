import { type LazyRoute, lazyPage } from '../../components/frame/lazy-page.ts';
import { paths } from '../../paths.ts';

const TimeMachineScreen = lazyPage(
  async () => (await import('./TimeMachineScreen.tsx')).TimeMachineScreen,
  'public',
  'lab',
  'errors',
);
const LabScreen = lazyPage(
  async () => (await import('./LabScreen.tsx')).LabScreen,
  'public',
  'lab',
  'experiments',
  'errors',
);
const CourseScreen = lazyPage(
  async () => (await import('./CourseScreen.tsx')).CourseScreen,
  'public',
  'lab',
  'experiments',
  'errors',
);

/** Pages of the lab. */
export const LAB_PAGES: readonly LazyRoute[] = [
  { path: paths.lab, Page: LabScreen },
  { path: paths.timeMachine, Page: TimeMachineScreen },
  { path: paths.courses, Page: CourseScreen },
];
