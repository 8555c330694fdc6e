/** Signs of currencies as they stand at amounts; a capital code of three letters is its own. */
const signs: Record<string, string> = {
  ...{
    $: 'USD',
    US$: 'USD',
    U$: 'USD',
    '€': 'EUR',
    EURO: 'EUR',
    EUROS: 'EUR',
    '£': 'GBP',
    'Fr.': 'CHF',
    'SFr.': 'CHF',
  },
  ...{
    Fr: 'CHF',
    SFr: 'CHF',
    HK$: 'HKD',
    AU$: 'AUD',
    A$: 'AUD',
    CA$: 'CAD',
    C$: 'CAD',
    S$: 'SGD',
    NT$: 'TWD',
  },
  ...{ '₹': 'INR', '฿': 'THB', '₩': 'KRW', '¥': 'JPY', Rs: 'INR', 'Rs.': 'INR', RMB: 'CNY' },
};

/** Signs that several currencies share: which is meant is a supposition. */
export const sharedSigns: Record<string, string> = {
  $: 'US, Canadian, Australian, … dollars',
  '¥': 'Japanese or Chinese',
  Rs: 'Indian, Sri Lankan, Pakistani, … rupees',
  'Rs.': 'Indian, Sri Lankan, Pakistani, … rupees',
};

const codes =
  /^(USD|EUR|GBP|CHF|HKD|JPY|CNY|LKR|INR|SGD|AUD|CAD|NZD|THB|SEK|NOK|DKK|ZAR|KRW|TWD|MYR|IDR|BRL|MXN|AED|TRY|PLN|CZK|HUF|ILS|PHP|FRF|DEM|ITL|BEF|NLG|ATS)$/i;

/** The currency that a sign at an amount means, or undefined for another word. */
export function currencyOfSign(word: string): string | undefined {
  if (codes.test(word)) return word.toUpperCase();
  return Object.entries(signs).find(([sign]) => sign.toLowerCase() === word.toLowerCase())?.[1];
}

/** The currency that a column's name tells: "Asking Price (LKR)", "Prix en €". */
export function currencyInName(column: string): string | undefined {
  return column
    .split(/[^\p{L}\p{Sc}.]+|(?<=[a-z])_|_(?=[a-z])/u)
    .filter((word) => word.length > 2 || /\p{Sc}/u.test(word))
    .map(currencyOfSign)
    .find((currency) => currency !== undefined);
}
