export { type InvestmentRow, iterateInvestments, listAllInvestments } from './list-all-investments.ts';
