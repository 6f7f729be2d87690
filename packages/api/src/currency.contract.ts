import { USER_CURRENCIES } from '@glasspool/core';
import { z } from 'zod/mini';

export const CurrencyField = z.enum(USER_CURRENCIES, { error: 'Choose a currency: USDT or TRX.' });
