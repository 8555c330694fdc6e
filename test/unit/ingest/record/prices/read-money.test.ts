import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { moneyIn, moneyTokens } from '../../../../../ingest/record/prices/read-money.ts';
import { numberReader } from '../../../../../ingest/record/profile/read-number.ts';
import type { NumberFormat } from '../../../../../ingest/record/profile/source.ts';

const english: NumberFormat = { thousands: ',' };
const german: NumberFormat = { thousands: '.', decimal: ',' };
const swiss: NumberFormat = { thousands: "'" };
const spaced: NumberFormat = { thousands: ' ', decimal: ',' };
const indian: NumberFormat = { thousands: ',', indian: true };

const money = (text: string, format: NumberFormat = english) =>
  moneyIn(moneyTokens()(text) ?? [], numberReader(format));

describe('money texts', () => {
  it.each<[string, NumberFormat, number, string[] | undefined]>([
    ['$1.2 million', english, 1_200_000, ['USD', 'HKD', 'AUD', 'CAD', 'SGD', 'NZD', 'MXN', 'TWD']],
    ['US$850K', english, 850_000, ['USD']],
    ['$ 8.6m.', {}, 8_600_000, ['USD', 'HKD', 'AUD', 'CAD', 'SGD', 'NZD', 'MXN', 'TWD']],
    ['1,25 Mio. €', german, 1_250_000, ['EUR']],
    ['2 Mrd. EUR', german, 2_000_000_000, ['EUR']],
    ['3 mn HKD', english, 3_000_000, ['HKD']],
    ["4,2 millions d'euros", spaced, 4_200_000, ['EUR']],
    ['1,2 millones de euros', german, 1_200_000, ['EUR']],
    ['12.5 lakh', english, 1_250_000, undefined],
    ['₹ 1.1 Cr', indian, 11_000_000, ['INR']],
    ['120万円', english, 1_200_000, ['JPY']],
    ['12 tausend Schweizer Franken', german, 12_000, ['CHF']],
    ['12 500 kr', spaced, 12_500, ['SEK', 'NOK', 'DKK']],
    ['€ 1.200,-', german, 1200, ['EUR']],
    ['1.200,00 EUR', german, 1200, ['EUR']],
    ['CHF 1\u2019200.\u2013', swiss, 1200, ['CHF']],
    ['Fr. 500.--', swiss, 500, ['CHF', 'FRF']],
    ['₹1,25,000/-', indian, 125_000, ['INR']],
    ['Rs.85,000', indian, 85_000, ['INR', 'LKR', 'PKR', 'NPR']],
    ['HK $ 1,000', english, 1000, ['HKD']],
    ['$1,000 AUD', english, 1000, ['AUD']],
    ['3,500 francs suisses', english, 3500, ['CHF']],
    ['HK$ 150,000 (US$ 19,200)', english, 150_000, ['HKD']],
    ['0.5', {}, 0.5, undefined],
  ])('%j is one amount', (text, format, value, codes) => {
    expect(money(text, format)).toEqual({ low: value, high: value, ...(codes && { codes }) });
  });

  it.each<[string, NumberFormat, number, number]>([
    ['180 / 240', english, 180, 240],
    ['400,000 to - 600,000', english, 400_000, 600_000],
    ['€ 1.200,- bis 1.500,-', german, 1200, 1500],
    ['de 500 à 700 €', {}, 500, 700],
    ['entre 1 500 et 2 000 €', spaced, 1500, 2000],
    ['tra € 3.000 e € 4.000', german, 3000, 4000],
    ['zwischen 500 und 700', {}, 500, 700],
    ['500 a 700', {}, 500, 700],
    ['1.2 – 1.5 million', english, 1_200_000, 1_500_000],
    ['800,000 – 1.2 million', english, 800_000, 1_200_000],
    ['500K–700K', english, 500_000, 700_000],
  ])('%j is a range', (text, format, low, high) => {
    expect(money(text, format)).toMatchObject({ low, high });
  });

  it.each([
    ...[
      'about 500',
      '500+',
      '500 each',
      'USD 500 per carat',
      '500/ct',
      'over $5 million',
      'from 500',
      '~500',
    ],
    ...['$500 £', '-5', '500 -', '1-2-3', '500 700', '500, 700', '1e3', 'M 500', '5 K m', '(500)', '18 x 2'],
    ...['1.200,00', '350,5000', '1,23,456', '900 – 1.2 million', '700 – 500', '500 hammer, 600 with premium'],
    ...[
      '£1,000 – US$1,500',
      '£500 (£600 with premium)',
      '$500 (53 per carat)',
      '500*',
      '₿ 5',
      'Estimate 500',
    ],
    ...['USD', 'Passed', '', '9'.repeat(201)],
  ])('%j is no amount', (text) => {
    expect(money(text)).toBeUndefined();
  });

  it('a word without a meaning beside an amount is never dropped', () => {
    const word = fc
      .string({ unit: fc.constantFrom(...'bghjqwxyz'), minLength: 2, maxLength: 8 })
      .filter((text) => moneyTokens()(text)?.[0]?.kind === 'unknown');
    const parts = fc.shuffledSubarray(['US$', '1,250', 'hammer price', ':'], { minLength: 4, maxLength: 4 });
    fc.assert(
      fc.property(parts, word, fc.nat(4), (known, unknown, place) => {
        expect(money([...known.slice(0, place), unknown, ...known.slice(place)].join(' '))).toBeUndefined();
      }),
    );
  });

  it('an amount is the same in every notation, with every sign and magnitude', () => {
    const notations: [NumberFormat, string, string][] = [
      [english, 'en-US', '.'],
      [german, 'de-DE', ','],
      [indian, 'en-IN', '.'],
      [swiss, 'de-CH', '.'],
      [spaced, 'fr-FR', ','],
    ];
    const sign = fc.constantFrom('EUR', '€', 'CHF', 'Swiss francs', '£', 'HK$', '');
    const scaled = fc.oneof(
      fc.tuple(fc.integer({ min: 1, max: 9e14 }), fc.constant(['', 0] as const)),
      fc.tuple(
        fc.integer({ min: 1, max: 999 }),
        fc.constantFrom(
          ...([
            ['million', 6],
            ['K', 3],
            ['crore', 7],
          ] as const),
        ),
      ),
    );
    fc.assert(
      fc.property(fc.constantFrom(...notations), sign, scaled, fc.boolean(), (...drawn) => {
        const [[format, locale], mark, [amount, [word, zeros]], isFirst] = drawn;
        const written = `${new Intl.NumberFormat(locale).format(amount)} ${word}`.trim();
        const text = isFirst ? `${mark} ${written}` : `${written} ${mark}`;
        expect(money(text, format)).toMatchObject({ low: amount * 10 ** zeros, high: amount * 10 ** zeros });
      }),
    );
  });
});
