// The accounts that the pool has once in each currency exist from the start: a transaction that opened one held it before accounts that come
// earlier in the order of locks, and two of them waited for each other.
import { type AnyDatabase, run } from './helpers.ts';

export async function up(db: AnyDatabase): Promise<void> {
  await run(
    db,
    `insert into account (id, path, currency, account_class, user_id, guarded, balance_micro)
     select class.path || ':' || currency.name, class.path, currency.name, class.path, null, class.guarded, 0
     from (select 'pool/rewardsPayable' as path, 1 as guarded union all select 'pool/ownFunds', 1 union all select 'pool/withdrawing', 1
       union all select 'pool/networkFees', 0 union all select 'chain/custody', 0 union all select 'chain/inFlight', 0) class
     cross join (select 'USDT' as name union all select 'TRX' union all select 'BNB') currency
     where true
     on conflict (id) do nothing`,
  );
}
