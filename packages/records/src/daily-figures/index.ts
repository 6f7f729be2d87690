export { type DailyFigures, listDailyFigures } from './list-daily-figures.ts';
