import { readFileSync } from 'node:fs';
import { ConfigError } from './config-error.ts';

/** Settings that hold secrets. Each may be in a file that the same name and `_FILE` names, where managers of secrets put them. */
export const SECRET_SETTINGS: readonly string[] = [
  'DATABASE_URL',
  'KEYSTORE_PASSWORD',
  'KEYSTORE_PASSWORD_NEW',
  'METRICS_TOKEN',
  'SMTP_URL',
];

/** Returns the files that hold secrets, with the settings that name them. */
export function listSecretFiles(
  source: NodeJS.ProcessEnv = process.env,
): { setting: string; file: string }[] {
  return SECRET_SETTINGS.flatMap((name) => {
    const file = source[`${name}_FILE`];
    return file === undefined || file === '' ? [] : [{ setting: `${name}_FILE`, file }];
  });
}

/** Takes settings out of the environment of this process, once another one has them. */
export function forgetEnv(names: readonly string[]): void {
  for (const name of names) Reflect.deleteProperty(process.env, name);
}

/** The environment of this process with some settings changed, for a program that it starts. */
export function withSettings(settings: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  return { ...process.env, ...settings };
}

/**
 * The environment as it is: strings, or undefined for what is not set or empty. The only place that reads it.
 *
 * @throws ConfigError when the file of a secret cannot be read, or the secret is set as well.
 */
export function readEnv(
  names: readonly string[],
  source: NodeJS.ProcessEnv = process.env,
): Record<string, string | undefined> {
  return Object.fromEntries(names.map((name) => [name, readOne(name, source)]));
}

function readOne(name: string, source: NodeJS.ProcessEnv): string | undefined {
  const value = source[name] || undefined;
  const file = SECRET_SETTINGS.includes(name) ? source[`${name}_FILE`] || undefined : undefined;
  if (file === undefined) return value;
  if (value !== undefined)
    throw new ConfigError(`${name}: set it, or the file that it is in (${name}_FILE), but not both.`);
  return readSecretFile(`${name}_FILE`, file);
}

/** A file's text, without the line end that editors leave. */
function readSecretFile(name: string, file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').replace(/\r?\n$/, '') || undefined;
  } catch (cause) {
    throw new ConfigError(`${name}: ${file} cannot be read. Check the path, and who may read it.`, { cause });
  }
}
