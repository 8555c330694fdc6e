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
    ['Phillips', ['Phillips de Pury', '富藝斯']],
    ['Poly Auction', ['Poly Auctions', 'Poly Auction Hong Kong', '保利拍賣']],
    ['Heritage Auctions', ['Heritage', 'Heritage Auctions, Dallas', 'HA.com']],
    ['China Guardian', ['China Guardian (HK) Auctions Co., Ltd.', '中國嘉德']],
    ['Tiancheng International', ['Tiancheng', '天成國際']],
    ['Skinner', ['Skinner Inc.']],
    ['Piguet', ['Piguet Hôtel des Ventes', 'Hotel des Ventes Piguet']],
    ['Woolley & Wallis', ['Woolley and Wallis', 'WOOLLEY & WALLIS']],
    ['Durán', ['Duran Subastas']],
  ])('the house %s is recognized however it is written', (name, spellings) => {
    for (const spelling of spellings) expect(auctionHouses.canonical(spelling), spelling).toBe(name);
  });

  it('a sale or a city alone is not recognized as a house', () => {
    for (const text of ['Magnificent Jewels', 'Geneva', 'auction']) {
      expect(auctionHouses.canonical(text), text).toBeUndefined();
    }
  });
});
