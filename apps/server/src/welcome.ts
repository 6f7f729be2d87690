import type { App } from './app.ts';
import type { Config } from './config/config.ts';

/** Text printed once the program runs: its address, the first login, and what to try. */
export function welcome(app: App, config: Config): string {
  const lines = [
    '',
    'Glasspool runs on test networks only: tokens have no value.',
    '',
    `  address    ${config.http.publicUrl ?? app.url}`,
    ...(config.http.publicUrl === undefined ? [] : [`  listens at ${app.url}, for the proxy in front`]),
  ];
  if (!app.hasAdmin)
    lines.push(
      '',
      'There is no admin yet. Next, as the user that runs this program and with its settings:',
      '  npm run admin -- create EMAIL',
      'and go on with docs/installation.md, First steps.',
    );
  if (app.firstAdmin !== undefined) {
    lines.push(
      `  admin      ${app.firstAdmin.email}`,
      `  password: ${app.firstAdmin.password}`,
      '             (shown once; `npm run admin -- create EMAIL` makes another admin)',
    );
  }
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
  return `${lines.join('\n')}\n\nCtrl-C stops everything. The next start goes on from here.\n`;
}
