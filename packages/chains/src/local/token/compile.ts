// Writes TestUSDT.json from TestUSDT.sol. Run it with `npm run generate -- token` when the source changes; a test compares them.
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const require = createRequire(import.meta.url);
export const ARTIFACT_FILE = join(import.meta.dirname, 'TestUSDT.json');

interface SolcOutput {
  readonly errors?: readonly { severity: string; formattedMessage: string }[];
  readonly contracts: Readonly<
    Record<string, Readonly<Record<string, { abi: unknown; evm: { bytecode: { object: string } } }>>>
  >;
}

/** Compiles the test token and returns the artifact's text. */
export function compileToken(): string {
  // solc ships no types; this is the one function of it that is used.
  const solc = require('solc') as { compile(input: string, callbacks: object): string; version(): string };
  const input = {
    language: 'Solidity',
    sources: { 'TestUSDT.sol': { content: readFileSync(join(import.meta.dirname, 'TestUSDT.sol'), 'utf8') } },
    settings: {
      optimizer: { enabled: true, runs: 200 },
      evmVersion: 'paris',
      metadata: { bytecodeHash: 'none' },
      outputSelection: { '*': { TestUSDT: ['abi', 'evm.bytecode.object'] } },
    },
  };
  const readImport = (path: string): { contents: string } => ({
    contents: readFileSync(require.resolve(path), 'utf8'),
  });
  // The output follows solc's documented JSON format.
  const output = JSON.parse(solc.compile(JSON.stringify(input), { import: readImport })) as SolcOutput;
  const errors = (output.errors ?? []).filter((error) => error.severity === 'error');
  const contract = output.contracts['TestUSDT.sol']?.['TestUSDT'];
  if (errors.length > 0 || contract === undefined) {
    throw new Error(errors.map((error) => error.formattedMessage).join('\n') || 'solc returned no contract.');
  }
  const artifact = {
    compiler: solc.version(),
    abi: contract.abi,
    bytecode: `0x${contract.evm.bytecode.object}`,
  };
  return `${JSON.stringify(artifact, null, 2)}\n`;
}

if (import.meta.main) writeFileSync(ARTIFACT_FILE, compileToken());
