/** Settings are wrong: one line a mistake. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}
