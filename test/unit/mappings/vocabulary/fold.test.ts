import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fold } from '../../../../mappings/vocabulary/index.ts';

describe('fold', () => {
  it.each([
    ['Paraíba Tourmaline', 'paraiba tourmaline'],
    ['  PARAIBA   TOURMALINE ', 'paraiba tourmaline'],
    ['Christie’s', 'christies'],
    ["CHRISTIE'S", 'christies'],
    ['Weißer Saphir', 'weisser saphir'],
    ['œil-de-chat', 'oeil de chat'],
    ['Burma (Myanmar)', 'burma myanmar'],
    ['Woolley & Wallis', 'woolley wallis'],
    ['Lục Yên', 'luc yen'],
    ['Ｒｕｂｙ', 'ruby'],
    ['ﬁne ruby', 'fine ruby'],
    ['İzmir', 'izmir'],
    ['緬甸', '緬甸'],
    ['珍珠（天然）', '珍珠 天然'],
    ['ガーネット', 'ガーネット'],
    ['서울옥션', '서울옥션'],
    ['ШПИНЕЛЬ', 'шпинель'],
    ['माणिक', 'माणिक'],
    ['…', ''],
  ])('%j is folded to %j', (text, expected) => {
    expect(fold(text)).toBe(expected);
  });

  it('Japanese voicing marks are kept, because they make other letters', () => {
    expect(fold('ガ')).not.toBe(fold('カ'));
  });

  it('folding a folded text changes nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
        expect(fold(fold(text))).toBe(fold(text));
      }),
    );
  });

  it('composed and decomposed accents fold alike, in every case', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 30 }), (text) => {
        expect(fold(text.normalize('NFD'))).toBe(fold(text.normalize('NFC')));
      }),
    );
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(..."abzéñöÅÇ -/'’"), maxLength: 30 }), (text) => {
        expect(fold(text.toUpperCase())).toBe(fold(text.toLowerCase()));
      }),
    );
  });

  it('a folded text has no surrounding or doubled space, and no Latin punctuation', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
        expect(fold(text)).not.toMatch(/^ | $| {2}|[!-/:-@[-`{-~]/);
      }),
    );
  });
});
