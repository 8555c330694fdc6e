import { describe, expect, it } from 'vitest';
import { loadProfile } from '../../../../ingest/cli/load-profile.ts';
import { recognizeProfile } from '../../../../ingest/cli/recognize-profile.ts';
import { profiledRecords } from '../../../support/profiled-records.ts';
import { inOneLine, inspected, withFile } from './import-answered.ts';

/** Imports a file by the ready profile that its columns show: the name of the profile, and each record in one line. */
async function importRecognized(path: string): Promise<string> {
  const name = await recognizeProfile(await inspected(path));
  const records = await profiledRecords(path, await loadProfile(name!));
  const lines = records.map(({ record, code }) =>
    record ? `${record.lot_number ?? '-'}: ${inOneLine(record)}` : code,
  );
  return [name, ...lines].join('\n');
}

const lot = (more: object) => ({
  auctionId: '48',
  lotNo: { full: '12A' },
  title: 'A RING',
  hammerTime: { datetime: '2026-03-26T23:40:00-04:00' },
  currency: { iso_code: 'GBP' },
  ...more,
});

/** Small files in the shapes of the feeds, and what must be read. */
const feeds = {
  'bonhams.json': [
    JSON.stringify({
      pageProps: {
        lotData: {
          auctionLots: [
            lot({
              catalogDesc: '<b>Ring</b><br>A ruby of 1.77 carats, Mozambique, in 18 carat gold',
              price: { hammerPrice: 2400, hammerPremium: 3072, estimateLow: 1, estimateHigh: 2 },
              status: 'SOLD',
            }),
            lot({
              lotNo: { full: '13' },
              catalogDesc: 'Opals',
              price: { hammerPrice: 0, hammerPremium: 0 },
              status: 'WD',
            }),
            lot({
              lotNo: { full: '14' },
              catalogDesc: 'Sapphire of 4.06 carats',
              price: { hammerPrice: null, hammerPremium: null },
              status: 'SOLD',
            }),
            lot({
              lotNo: { full: '15' },
              catalogDesc: 'Spinel',
              price: { hammerPrice: 0, hammerPremium: 0 },
              status: 'BI',
            }),
          ],
        },
      },
    }),
    `bonhams-page
12A: Ruby 1.77 | GBP 3072 premium | sold | 2026-03-26
13: Opal - | - | withdrawn | 2026-03-26
14: Sapphire 4.06 | - | sold | 2026-03-26
15: Spinel - | - | unsold | 2026-03-26`,
  ],
  'sothebys.json': [
    JSON.stringify({
      count: 3,
      results: [
        {
          lot_id: 'a',
          title: 'Sapphire Brooch',
          lot_number: '21',
          sale_name: 'S',
          sale_date: '2025-10-14T09:00:00.000Z',
          currency: 'HKD',
          estimate_low: 1,
          estimate_high: 2,
          hammer_price: 480000,
          realized_price_inc_premium: 609600,
          sold: true,
        },
        {
          lot_id: 'b',
          title: 'Ruby Ring, 2.22 carats',
          lot_number: '22',
          sale_name: 'S',
          sale_date: '2025-10-14T09:00:00.000Z',
          currency: 'HKD',
          estimate_low: 1,
          estimate_high: 2,
          hammer_price: 820000,
          realized_price_inc_premium: null,
          sold: false,
        },
        {
          lot_id: 'c',
          title: 'Jadeite Pendant',
          lot_number: '23',
          sale_name: 'S',
          sale_date: '2025-10-14T09:00:00.000Z',
          currency: 'HKD',
          estimate_low: 1,
          estimate_high: 2,
          hammer_price: null,
          realized_price_inc_premium: null,
          sold: null,
        },
      ],
    }),
    `sothebys-connector
21: Sapphire - | HKD 609600 premium | sold | 2025-10-14
22: Ruby 2.22 | - | unsold | 2025-10-14
23: Jadeite - | - | unknown | 2025-10-14`,
  ],
  'catawiki.csv': [
    `lot_id,title,url,current_bid_eur,current_bid_usd,current_bid_gbp,closing_time,reserve_met,is_closed,buy_now_price
81,"14 kt. White gold - Ring - 0.92 ct Emerald",https://h.example/1,265,306,229,2026-02-08T18:30:00Z,true,true,
82,Sapphire - 2.31 ct,https://h.example/2,540,624,467,2026-02-08T18:33:00Z,false,true,
83,"Spinel 1,48 ct",https://h.example/3,35,40,30,2026-02-15T18:00:00Z,true,false,
84,Lot de 40 opales 62 ct,https://h.example/4,0,0,0,2026-02-08T18:38:00Z,true,true,210`,
    `catawiki
-: Emerald 0.92 | EUR 265 | sold | 2026-02-08
-: Sapphire 2.31 | - | unsold | 2026-02-08
-: Spinel 1.48 | - | listing | -
-: Opal 62 | - | unsold | 2026-02-08`,
  ],
  'rapnet.csv': [
    `Shape,Weight,Color,Clarity,Lab,Price,Treatment,Certificate #,VendorStockNumber,MatchedPairStockNumber,IsMatchedPairSeparable,Country,ParcelStoneCount,Status,Lab Grown
BR,.72,F,VS2,GIA,2650,,0001112223,T-1,,,,,,0
BR,.50,H,SI2,IGI,1150,,IG1,T-2,T-3,N,USA,,,1`,
    `rapnet-upload
-: Diamond 0.72 | USD 1908 | listing | -
-: Synthetic Diamond 0.5 | USD 575 | listing | -`,
  ],
  'rapnet-download.csv': [
    'Stock #,Shape,Weight,Color,Clarity,Lab,Price Per Carat,Total Price\rT-1,BR,.72,F,VS2,GIA,2650,1908',
    `rapnet-download
-: Diamond 0.72 | USD 1908 | listing | -`,
  ],
  'stuller.json': [
    JSON.stringify({
      Diamonds: [
        {
          SerialNumber: 91,
          Shape: 'ROUND',
          CaratWeight: 0.82,
          NormalizedWeight: '0.87',
          Certification: 'GIA',
          CertificationNumber: '61',
          StoneType: 'Diamond',
          LastUpdatedDate: '2/9/2026 4:00 AM',
          Price: { Value: 2460, CurrencyCode: 'USD' },
          PricePerCarat: { Value: 3000, CurrencyCode: 'USD' },
        },
      ],
    }),
    `stuller
-: Diamond 0.82 | USD 2460 | listing | -`,
  ],
  'four-houses.json': [
    JSON.stringify({
      'https://h.example/31': {
        title: "A LADY'S RUBY-SET WRISTWATCH",
        house: "Christie's",
        lot_number: '31',
        auction_title: 'S',
        currency: 'CHF',
        sold_price: '20320.0',
        sold_price_usd: 22961,
        estimate_low: 1,
        estimate_high: 2,
        status: 'ended',
        auction_end: '2026-03-30T14:00Z',
        scraped_at: '2026-04-02T08:00:00Z',
      },
      'https://h.example/55': {
        title: 'POCKET WATCH, RUBY CYLINDER ESCAPEMENT, PEARL-SET CASE',
        house: 'Antiquorum',
        lot_number: '55',
        auction_title: 'S',
        currency: 'CHF',
        sold_price: 2750,
        sold_price_usd: 3107,
        estimate_low: 1,
        estimate_high: 2,
        status: 'ended',
        auction_end: '2026-03-29',
        scraped_at: '2026-04-02T08:00:00Z',
      },
      'https://h.example/56': {
        title: 'Diamond-set watch',
        house: "Sotheby's",
        lot_number: '56',
        auction_title: 'S',
        currency: 'CHF',
        sold_price: null,
        sold_price_usd: null,
        estimate_low: 1,
        estimate_high: 2,
        status: 'active',
        auction_end: '2026-04-12',
        scraped_at: '2026-04-02T08:00:00Z',
      },
      'https://h.example/57': {
        title: 'Steel watch, sapphire crystal, 26 jewels',
        house: "Sotheby's",
        lot_number: '57',
        auction_title: 'S',
        currency: 'CHF',
        sold_price: 1,
        sold_price_usd: 1,
        estimate_low: 1,
        estimate_high: 2,
        status: 'ended',
        auction_end: '2026-04-12',
        scraped_at: '2026-04-02T08:00:00Z',
      },
    }),
    `four-houses
31: Ruby - | CHF 20320 premium | sold | 2026-03-30
55: Pearl - | CHF 2750 | sold | 2026-03-29
56: Diamond - | - | unknown | 2026-04-12
no_gem`,
  ],
};

describe('a feed whose shape is known', () => {
  it.each(Object.entries(feeds))(
    '%s is recognized by its columns and read without a question',
    async (name, [content, truth]) => {
      expect(await withFile(name, content!, importRecognized)).toBe(truth);
    },
  );

  it('the flags of pairs, and the hammer price beside one with premium, are kept', async () => {
    const records = await withFile('rapnet.csv', feeds['rapnet.csv'][0]!, async (path) =>
      profiledRecords(path, await loadProfile('rapnet-upload')),
    );
    expect(records.map(({ record }) => record!.flags)).toEqual([[], ['MULTI_STONE', 'LAB_GROWN']]);
    const sold = await withFile('bonhams.json', feeds['bonhams.json'][0]!, async (path) =>
      profiledRecords(path, await loadProfile('bonhams-page')),
    );
    expect(sold[0]!.record).toMatchObject({
      price_hammer_usd: 3201,
      price_hammer_usd_source: 'given',
      price_premium_usd: 4098,
      lot_number: '12A',
    });
  });
});
