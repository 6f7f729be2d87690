// The baseline of a signed-in read in the bench `api`: one Fastify route, written by hand, that verifies a token with jose and runs the four
// statements of GET /api/get-wallet with better-sqlite3 on the same database. Started with the file of the database.
import { generateKeyPairSync } from 'node:crypto';
import Sqlite from 'better-sqlite3';
import fastify from 'fastify';
import { jwtVerify, SignJWT } from 'jose';

const [, , file = ''] = process.argv;
const db = new Sqlite(file, { readonly: true });
db.defaultSafeIntegers(true);
const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const session = db.prepare(
  `select s.id, s.user_id, s.last_seen_at, s.expires_at, s.ended_at, u.email, u.role, u.locked_at, u.must_change_password, f.confirmed_at
   from session s join "user" u on u.id = s.user_id left join two_factor f on f.user_id = s.user_id where s.id = ?`,
);
const wallets = db.prepare('select network, address from wallet where user_id = ?');
const confirming = db.prepare(
  "select currency, sum(amount_micro) as sum_micro from deposit where user_id = ? and state = 'confirming' group by currency",
);
const balances = db.prepare('select account_class, currency, balance_micro from account where user_id = ?');

const server = fastify();
server.get('/', async (request) => {
  const token = (request.headers.authorization ?? '').slice('Bearer '.length);
  const { payload } = await jwtVerify(token, publicKey, {
    algorithms: ['EdDSA'],
    audience: 'bench',
    issuer: 'bench',
  });
  const found = Object(session.get(payload['sid']));
  if (
    found.ended_at !== null ||
    found.expires_at <= BigInt(Math.round(performance.timeOrigin + performance.now()))
  )
    throw new Error('Not signed in.');
  const own = wallets.all(found.user_id).map(Object);
  const sums = confirming.all(found.user_id).map(Object);
  const accounts = balances.all(found.user_id).map(Object);
  const balanceOf = (name: string, currency: string): bigint =>
    accounts.find((one) => one.account_class === name && one.currency === currency)?.balance_micro ?? 0n;
  const text = (micro: bigint): string =>
    `${micro / 1_000_000n}.${String(micro % 1_000_000n).padStart(6, '0')}`;
  return {
    status: true,
    data: {
      wallets: own.map(({ network, address }) => {
        const currency = network === 'BSC' ? 'USDT' : 'TRX';
        const seen = sums.find((one) => one.currency === currency);
        const balance = text(balanceOf('user/wallet', currency));
        return { network, currency, address, balance, bbalance: text(seen?.sum_micro ?? 0n) };
      }),
      withdrawableBalance: text(balanceOf('user/withdrawable', 'TRX')),
    },
  };
});
const url = await server.listen({ host: '127.0.0.1', port: 0 });
const open = db
  .prepare('select id from session where ended_at is null order by created_at desc limit 1')
  .pluck();
const token = await new SignJWT({ sid: open.get() })
  .setProtectedHeader({ alg: 'EdDSA' })
  .setAudience('bench')
  .setIssuer('bench')
  .setExpirationTime('1h')
  .sign(privateKey);
process.send?.({ url, token });
process.once('disconnect', () => void server.close().then(() => db.close()));
