export * from './chart.ts';
export * from './kinds.ts';
export * from './position.ts';
export * from './references.ts';
export * from './run-kinds.ts';
export { getStatementLine, STATEMENT_LINES, type StatementLine } from './statement-lines.ts';
export { assertGrammar, GrammarError, type Move, type Transfer } from './transfer.ts';
export type { DepositEvent, InvestmentSource, WithdrawalFacts } from './transfers/index.ts';
export * as transfers from './transfers/index.ts';
