import { describe, expect, it } from 'vitest';
import { auctionHouses } from '../../../../mappings/vocabulary/index.ts';

describe('auction houses', () => {
  it.each([
    [
      "Christie's",
      [
        'Christies',
        "CHRISTIE'S",
        'Christie’s',
        'Christie`s',
        "Christie's Geneva",
        "Christie's (Hong Kong)",
        '佳士得',
      ],
    ],
    [
      "Sotheby's",
      [
        'Sothebys',
        "SOTHEBY'S",
        'Sotheby’s',
        "Sotheby's New York",
        'Sotheby Parke Bernet',
        '苏富比',
        '蘇富比',
      ],
    ],
    ['Bonhams', ['BONHAMS', 'Bonhams Skinner', 'Bonhams London', 'Bonhams & Butterfields']],
    ['Poly Auction', ['Poly Auctions', 'Poly Auction Hong Kong', '保利拍賣']],
    ['China Guardian', ['China Guardian (HK) Auctions Co., Ltd.', '中國嘉德']],
    ['Piguet', ['Piguet Hôtel des Ventes', 'Hotel des Ventes Piguet']],
    ['Woolley & Wallis', ['Woolley and Wallis', 'WOOLLEY & WALLIS']],
  ])('the house %s is recognized however it is written', (name, spellings) => {
    for (const spelling of spellings) expect(auctionHouses.canonical(spelling), spelling).toBe(name);
  });

  it('a sale or a city alone is not recognized as a house', () => {
    for (const text of ['Magnificent Jewels', 'Geneva', 'auction']) {
      expect(auctionHouses.canonical(text), text).toBeUndefined();
    }
  });
});
