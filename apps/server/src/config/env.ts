/** Takes settings out of the environment of this process, once another one has them. */
export function forgetEnv(names: readonly string[]): void {
  for (const name of names) Reflect.deleteProperty(process.env, name);
}

/** The environment as it is: strings, or undefined for what is not set or empty. The only place that reads it. */
export function readEnv(
  names: readonly string[],
  source: NodeJS.ProcessEnv = process.env,
): Record<string, string | undefined> {
  return Object.fromEntries(names.map((name) => [name, source[name] === '' ? undefined : source[name]]));
}
