import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyProfile } from '../../../../../ingest/record/profile/apply-profile.ts';
import { plainText } from '../../../../../ingest/record/profile/plain-text.ts';

describe('the plain text of a cell', () => {
  it.each([
    ['<p>An oval sapphire &amp; pearl pin, 2.07&nbsp;ct</p>', 'An oval sapphire & pearl pin, 2.07 ct'],
    ['<b>Spinel</b> clip<br>with diamonds', 'Spinel clip with diamonds'],
    ['<BR/>Opal<br />ring<BR >', 'Opal ring'],
    ['<td>Peridot</td><td>3.1</td>', 'Peridot 3.1'],
    ['<span class="x" data-y=\'1\'>Gar</span>net', 'Garnet'],
    ['<a href="https://h.example/?a=1&amp;b=2">Jade bangle</a>', 'Jade bangle'],
    ['<style>p > a { color: red }</style>Topaz<!-- draft -->', 'Topaz'],
    ['&lt;p&gt;Ruby &amp;amp; pearl&lt;/p&gt;', 'Ruby & pearl'],
    ['Caf&eacute; &#146;s &#x201C;Star&#8221; &frac12;', 'Café ’s “Star” ½'],
    ['Zir\u200bcon\ufeff sta\u00adr \u202ax\u202c', 'Zircon star x'],
    ['1\u00a0200\u202f000  two\t\tthree\u0000four', '1 200 000 two three four'],
  ])('the text %j is %j', (written, plain) => {
    expect(plainText(written)).toBe(plain);
  });

  it.each([
    '<1 ct',
    'lots < 5 ct and > 2 ct',
    'under <5ct>',
    'R&D',
    'Ruby & pearl',
    '?a=1&copy=2&region=3',
    '&unknown;',
    'the <Sunrise> ruby',
    'first line\nsecond line',
    'मोती की माला',
  ])('the text %j stays as it is', (text) => {
    expect(plainText(text)).toBe(text);
  });

  it('text without markup keeps every letter and digit', () => {
    const letters = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '');
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        fc.pre(!/[<&]/.test(text));
        expect(letters(plainText(text))).toBe(letters(text));
      }),
    );
  });

  it('a plain text stays well-formed, and the same when it is read again', () => {
    const pieces = ['<b>', '<br', '>', '&lt;', '&amp;', '&#xD800;', 'x', ' ', '<', '\u200b', 'p', '/', '\n'];
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('x', 'ruby', ' ', '<1 ct', '>', '\u200b', '&#xD800;', '<br>', '\n')),
        (parts) => {
          const plain = plainText(parts.join(''));
          expect(plain.isWellFormed()).toBe(true);
          expect(plainText(plain)).toBe(plain);
        },
      ),
    );
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces)), (parts) => plainText(parts.join('')).isWellFormed()),
    );
  });
});

describe('a record read by a profile', () => {
  const read = applyProfile({
    name: 'test',
    identity: { columns: ['no'] },
    fields: { title: { column: 'what' }, origin: { column: 'from' }, url: { column: 'link' } },
    titles: { read: ['gem_type', 'carat'] },
  });
  const id = (no: string) => (read({ no, what: 'Ruby' }) as { fields: { id: number } }).fields.id;

  it('its texts have no markup, and what stands in the markup is read', () => {
    const what = '<p>A Burmese&nbsp;ruby\nring,   3.02&nbsp;ct</p>';
    expect(
      read({ no: '1', what, from: '<i>Burma</i>', link: 'https://h.example/1?a=1&amp;b=2' }),
    ).toMatchObject({
      fields: {
        title: 'A Burmese ruby ring, 3.02 ct',
        gem_type: 'Ruby',
        carat: 3.02,
        origin: 'Burma',
        url: 'https://h.example/1?a=1&b=2',
      },
    });
  });

  it('a cell of nothing but markup has no value', () => {
    expect(read({ no: '1', what: '<p>&nbsp;</p>' })).toMatchObject({ field: 'title', code: 'required' });
  });

  it('its id is derived from the text as it is written, so that ids do not change', () => {
    expect(id('A&amp;1')).not.toBe(id('A&1'));
  });
});
