import { fold } from '../../../mappings/vocabulary/index.ts';

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
export function currencyOfPlace(location: string): string | undefined {
  const place = fold(location);
  return Object.entries(currencies).find(([city]) => place.includes(city))?.[1];
}
