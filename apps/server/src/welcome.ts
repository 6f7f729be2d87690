import { type App, LOCAL_ADMIN } from './app.ts';
import type { Config } from './config/config.ts';
import type { Role } from './roles.ts';

const END = 'Ctrl-C stops everything. The next start goes on from here.';

/** Text printed once the program runs: its address, the first login, and what to try; of a worker only where monitors ask. */
export function welcome(app: App, config: Config, role: Exclude<Role, 'signer'>): string {
  if (role === 'worker')
    return [
      '',
      'Glasspool runs on test networks only: tokens have no value.',
      '',
      'This process does the work in the background, as far as no other has its leases.',
      `  address    ${app.url}, for /readyz and /metrics`,
      ...describeAdmin(app, config),
      '',
      END,
      '',
    ].join('\n');
  const lines = [
    '',
    'Glasspool runs on test networks only: tokens have no value.',
    '',
    `  address    ${config.http.publicUrl ?? app.url}${describeOtherPort(app, config)}`,
    ...(config.http.publicUrl === undefined ? [] : [`  listens at ${app.url}, for the proxy in front`]),
  ];
  if (!app.hasAdmin)
    lines.push(
      '',
      'There is no admin yet. Next, as the user that runs this program and with its settings:',
      '  npm run admin -- create EMAIL',
      'and go on with docs/installation.md, First steps.',
    );
  lines.push(...describeAdmin(app, config));
  if (app.localNodes !== undefined) {
    const { bscUrl, tronUrl, usdtContract } = app.localNodes;
    lines.push(
      '',
      'The nodes of the local chains, for wallets and for npm run verify-snapshot:',
      `  BSC        ${bscUrl}`,
      `  TRON       ${tronUrl}`,
      `  test USDT  ${usdtContract}`,
    );
  }
  if (config.network === 'local') {
    lines.push(
      '',
      'Try this first:',
      `  1. Sign up at ${app.url}/signup; the code is in ${app.url}/dev/mail`,
      '  2. Deposit: the developer panel under the address gives you test tokens',
      '  3. Invest, fund the reserve, advance a day, and withdraw the reward',
    );
  }
  return `${lines.join('\n')}\n\n${END}\n`;
}

/** The port, where it is another one than that of the settings. */
function describeOtherPort({ url }: App, { http }: Config): string {
  const isOther = http.port !== 0 && new URL(url).port !== String(http.port);
  return isOther ? ` (another program has port ${http.port})` : '';
}

/** The way into the back office of a local network. */
function describeAdmin({ firstAdmin, url }: App, { network }: Config): string[] {
  if (firstAdmin !== undefined)
    return [
      `  admin      ${firstAdmin.email}`,
      `  password: ${firstAdmin.password}`,
      `             (for ${url}/school; shown once, and \`npm run admin -- create EMAIL\` makes another admin)`,
    ];
  if (network !== 'local') return [];
  return [
    `  admin      ${LOCAL_ADMIN}, for ${url}/school`,
    `             (the password is lost? ask for another one at ${url}/reset-link; the mail is in ${url}/dev/mail)`,
  ];
}
