import { describe, expect, test } from 'vitest';
import { lotHead } from '../../../../api/pages/lot-head.ts';
import { buildAuction } from '../../../support/build-auction.ts';

describe('link previews of a lot', () => {
  test('a preview names the lot, its price and its sale', () => {
    const lot = buildAuction({
      id: 7,
      title: 'A ruby',
      price_final_usd: 1_234_567,
      auction_house: "Christie's",
    });
    const { title, description } = lotHead(lot, 'https://gems.example/?lot=7');
    expect(title).toBe('A ruby · Gemstone Auctions');
    expect(description).toContain('Sold for $1,234,567');
    expect(description).toContain("Christie's");
  });

  test.each([
    '</title><script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    '$& $1 $` {{assets}}',
    '&lt;b&gt; &amp;',
    '\u202Eevil\u0000',
  ])('the title %j is escaped', (title) => {
    const lot = buildAuction({ id: 7, title, gem_type: title, origin: title, auction_house: title });
    const head = lotHead(lot, 'https://gems.example/?lot=7&x="');
    for (const part of [head.title, head.description]) expect(part).not.toMatch(/[<>"]/);
    // Every tag has only its own attributes.
    for (const tag of head.tags.split('\n')) {
      expect(tag.trim()).toMatch(
        /^<(meta (property|name)="[\w:]+" content="[^"<>]*"|link rel="canonical" href="[^"<>]*")>$/,
      );
    }
  });

  test('the preview of a generated lot says that the lot is not real', () => {
    const head = lotHead(buildAuction({ id: 7, is_synthetic: true }), 'https://gems.example/?lot=7');
    expect(head.description).toMatch(/^A generated sample, not a real sale\./);
  });
});
