/** The currencies that users hold. BNB exists too, but only as gas in the back office. */
export const USER_CURRENCIES = ['USDT', 'TRX'] as const;
export type Currency = (typeof USER_CURRENCIES)[number];

/** Every currency the ledger can count. */
export const LEDGER_CURRENCIES = ['USDT', 'TRX', 'BNB'] as const;
export type LedgerCurrency = (typeof LEDGER_CURRENCIES)[number];

export const NETWORKS = ['BSC', 'TRON'] as const;
export type Network = (typeof NETWORKS)[number];

/** The one network that each currency is on. */
export const NETWORK_OF: Readonly<Record<LedgerCurrency, Network>> = { USDT: 'BSC', TRX: 'TRON', BNB: 'BSC' };
export const CURRENCY_OF: Readonly<Record<Network, Currency>> = { BSC: 'USDT', TRON: 'TRX' };

/** Decimals of a currency's smallest on-chain unit: the test USDT has 18 on BSC, a TRX is 10^6 sun. */
export const CHAIN_DECIMALS: Readonly<Record<LedgerCurrency, number>> = { USDT: 18, TRX: 6, BNB: 18 };
