import Bowser from 'bowser';

/** A browser with its version, and its system, such as Firefox 140 and Linux; null for other programs. */
export function nameProgram(userAgent: string): { browser: string; system: string } | null {
  if (userAgent === '') return null;
  const { browser, os } = Bowser.parse(userAgent);
  if (browser.name === undefined || os.name === undefined) return null;
  const [version = ''] = (browser.version ?? '').split('.');
  return { browser: `${browser.name} ${version}`.trim(), system: os.name };
}
