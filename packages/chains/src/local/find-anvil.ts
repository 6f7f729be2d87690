import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** Package that brings the program for Linux on x86-64. */
const PACKAGE = '@foundry-rs/anvil-linux-amd64';
/** First release whose state files and calls are the ones that are used here. */
const VERSION_MIN = [1, 0] as const;
const VERSION = /anvil(?: Version:)? v?(\d+)\.(\d+)\.(\d+)/i;
const ON_PATH = 'anvil';
const HOW_TO_GET_ONE =
  'Install Foundry 1.0 or newer (getfoundry.sh), so that anvil is on the PATH, or name the program with ANVIL_PATH. Or set NETWORK=testnet, with nodes of your own.';

export interface AnvilPlaces {
  /** Program that the settings name. */
  readonly named?: string | undefined;
  /** Program of the package for this platform; undefined where there is none. */
  readonly findPackaged?: () => string | undefined;
}

/**
 * Program of the local BSC node: the one that the settings name, the one of the package for this platform, or the first on the PATH.
 *
 * @throws Error when there is none, or when one from outside is no anvil or too old. It says what to install.
 */
export function findAnvil({ named, findPackaged = findPackagedAnvil }: AnvilPlaces = {}): string {
  return named === undefined ? (findPackaged() ?? checkVersion(ON_PATH)) : checkVersion(named);
}

function findPackagedAnvil(): string | undefined {
  try {
    const manifest = createRequire(import.meta.url).resolve(`${PACKAGE}/package.json`);
    return join(dirname(manifest), 'bin', 'anvil');
  } catch {
    // npm leaves out what is for another platform.
    return undefined;
  }
}

/** Asks a program from outside for its version. The system looks for a name without a folder on the PATH. */
function checkVersion(program: string): string {
  const { error, stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' });
  const [, major, minor] = VERSION.exec(stdout ?? '') ?? [];
  if (error !== undefined && program === ON_PATH)
    throw new Error(`The local BSC node, anvil, comes with Linux on x86-64 only. ${HOW_TO_GET_ONE}`);
  const source = program === ON_PATH ? 'anvil on the PATH' : `ANVIL_PATH names ${program}, which`;
  if (major === undefined) throw new Error(`${source} does not say that it is anvil. ${HOW_TO_GET_ONE}`);
  const [majorMin, minorMin] = VERSION_MIN;
  const isNewEnough = Number(major) > majorMin || (Number(major) === majorMin && Number(minor) >= minorMin);
  if (isNewEnough) return program;
  throw new Error(`${source} is anvil ${major}.${minor}. ${HOW_TO_GET_ONE}`);
}
