import type { AuctionRecord } from '../../../mappings/record.ts';
import { fold } from '../../../mappings/vocabulary/index.ts';
import { scheduleOf, withoutPremium, withPremium } from './schedules.ts';

type Prices = Pick<
  AuctionRecord,
  'price_hammer_usd' | 'price_hammer_usd_source' | 'price_premium_usd' | 'price_premium_usd_source'
>;

/**
 * The prices of a record without and with buyer's premium: what its source gives of them, the published price where its
 * basis is known, and the other one by the house's premium schedule. What is not known stays null.
 */
export function completePrices(record: AuctionRecord): Prices {
  const { price_final_usd: published, price_basis: basis } = record;
  const hammer = record.price_hammer_usd ?? (basis === 'hammer' ? published : null);
  const premium = record.price_premium_usd ?? (basis === 'premium' ? published : null);
  const given: Prices = {
    price_hammer_usd: hammer,
    price_hammer_usd_source: hammer === null ? null : (record.price_hammer_usd_source ?? 'given'),
    price_premium_usd: premium,
    price_premium_usd_source: premium === null ? null : (record.price_premium_usd_source ?? 'given'),
  };
  if ((hammer === null) === (premium === null)) return given;
  const other = bySchedule(record, hammer === null ? 'premium' : 'hammer', (hammer ?? premium)!);
  if (other === undefined) return given;
  return hammer === null
    ? { ...given, price_hammer_usd: other, price_hammer_usd_source: 'schedule' }
    : { ...given, price_premium_usd: other, price_premium_usd_source: 'schedule' };
}

/** The other price in US dollars; undefined where the amount in the sale's currency or the schedule is not known. */
function bySchedule(record: AuctionRecord, basis: 'hammer' | 'premium', usd: number): number | undefined {
  const amount = amountOf(record, basis, usd);
  if (!amount || amount.value <= 0) return undefined;
  const place = record.location === null ? undefined : currencyOfPlace(record.location);
  // A press text may give the dollars of a sale that was held in francs: its brackets are in francs.
  if (place !== undefined && place !== amount.currency) return undefined;
  const schedule = scheduleOf(record, amount.currency);
  if (!schedule) return undefined;
  const convert = basis === 'hammer' ? withPremium : withoutPremium;
  return Math.round(convert(amount.value, schedule.brackets) * (usd / amount.value));
}

/** The price in the currency of the sale: the original one, where it is what the dollars were converted from. */
function amountOf(
  { currency, price_original: original, price_final_usd: published, price_basis }: AuctionRecord,
  basis: 'hammer' | 'premium',
  usd: number,
): { value: number; currency: string } | undefined {
  if (currency === 'USD') return { value: usd, currency };
  const isOriginal = currency !== null && original !== null && price_basis === basis && published === usd;
  return isOriginal ? { value: original, currency } : undefined;
}

/** The currencies in which houses hold their sales, by the folded name of the city. */
const currencies: Record<string, string> = {
  ...{
    'new york': 'USD',
    dallas: 'USD',
    'los angeles': 'USD',
    'beverly hills': 'USD',
    'san francisco': 'USD',
  },
  ...{
    london: 'GBP',
    knightsbridge: 'GBP',
    edinburgh: 'GBP',
    dubai: 'USD',
    'hong kong': 'HKD',
    singapore: 'SGD',
  },
  ...{ geneva: 'CHF', geneve: 'CHF', zurich: 'CHF', 'st. moritz': 'CHF', paris: 'EUR', monaco: 'EUR' },
  ...{ shanghai: 'CNY', beijing: 'CNY' },
  // Rates there include taxes, and no schedule has them.
  ...{ amsterdam: '', milan: '' },
};

/** The currency of sales at a place; undefined for one that is not known. */
function currencyOfPlace(location: string): string | undefined {
  const place = fold(location);
  return Object.entries(currencies).find(([city]) => place.includes(city))?.[1];
}
