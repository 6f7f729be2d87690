/**
 * Options of Stryker for one part of the code. A part's run fails below its score, in per cent of the mutants.
 *
 * @param {{ mutate: string[], breakBelow: number, configFile?: string }} part
 */
export function toOptions({ mutate, breakBelow, configFile = 'e2e/mutation/vitest.config.ts' }) {
  return {
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    vitest: { configFile },
    mutate: [...mutate, '!**/*.test.ts', '!**/index.ts', '!**/testing*.ts'],
    coverageAnalysis: 'perTest',
    // Tables of constants: each of their mutants would run every test.
    ignoreStatic: true,
    reporters: ['clear-text', 'progress-append-only'],
    clearTextReporter: { logTests: false, allowColor: false },
    thresholds: { high: 100, low: breakBelow, break: breakBelow },
    // Not below node_modules, where Vitest looks for no tests.
    tempDirName: '.stryker-tmp',
  };
}
