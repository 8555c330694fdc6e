import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readFile } from './read-file.ts';

/** Files as other programs wrote them: the encoding, the bytes, and the text of the first record. */
const files: [encoding: string, base64: string, text: string][] = [
  [
    'windows-1250',
    'TnI7TmF6d2EKMTtQaWVynGNpZfEgeiC/87N0eW0gc3phZmlyZW0KMjtCcm9zemthIGphc2vzs2thIHogcGVys7kK',
    'Pierścień z żółtym szafirem',
  ],
  [
    'windows-1251',
    'y+7yO83g5+Lg7ejlCjE7yu7r/PbuIPEg8PPh6O3u7AoyO9Hl8Pzj6CDxIPHg7/To8ODs6Ao=',
    'Кольцо с рубином',
  ],
  [
    'windows-1252',
    'TG90O0Tpc2lnbmF0aW9uCjE7QmFndWUg6W1lcmF1ZGUKMjtDb2xsaWVyIOAgcGVybGVzLCBkaWFtYW50cyB0YWlsbOlzCg==',
    'Bague émeraude',
  ],
  [
    'shift_jis',
    'lNSNhjuVaZa8CjE7k1aRUoOLg3KBW4LMg4qDk4NPIDIuMzVjdAoyO+PFkImCzJHRl68K',
    '天然ルビーのリング 2.35ct',
  ],
  [
    'euc-kr',
    'ufjIozvBprjxCjE7w7W/rCC357rxILndwfYgMi4zNcSzt7UKMju758bEwMy+7iC48bDJwMwK',
    '천연 루비 반지 2.35캐럿',
  ],
  [
    'gb18030',
    'zbzCvLrFO8XExrfD+7PGCjcwMDE7zOzIu7rssabKr73k1rggMi4zNb/LwK0KNzAwMjv05LTkytbv7Qo=',
    '天然红宝石戒指 2.35克拉',
  ],
  ['big5', 'vXO4uTumV7rZCjE7pNG1Taz1xF+l26fZq/wgMi4zNadKqdQKMju7QrtBpOLFTgo=', '天然紅寶石戒指 2.35克拉'],
];

const given = { path: 'lots.csv', delimiter: ';', profile: { name: 'any', fields: {} } };
const refusal = (content: Buffer) =>
  readFile(content, given).then(
    () => undefined,
    (error) => error,
  );

describe('encodings of a table', () => {
  it.each(files)('a file in %s is recognized, and read by its name', async (encoding, base64, text) => {
    const bytes = Buffer.from(base64, 'base64');
    for (const options of [{}, { encoding }]) {
      const { source, records } = await readFile(gzipSync(bytes), { ...given, ...options });
      expect(source.encoding).toBe(encoding);
      expect(Object.values((records[0] as { fields: object }).fields)).toContain(text);
    }
  });

  it('a file whose encoding is not certain is refused with the likely ones, and a word in each', async () => {
    const bytes = Buffer.from('id;title\n1;A brooch, S\xe3o Paulo\n', 'latin1');
    const { message, likely } = await refusal(bytes);
    expect(message).toMatch(/not UTF-8.*--encoding.*windows-1252 \("São"\)/);
    expect(likely).toEqual(expect.arrayContaining(['windows-1252', 'windows-1250', 'windows-1251']));
  });

  it('a file in Mac Roman is refused, and read by its name', async () => {
    // Béryl and Grüner Turmalin: é is 0x8E, ü is 0x9F.
    const bytes = Buffer.from(
      'id;title\n1;B\x8eryl bleu\n2;Gr\x9fner Turmalin\n3;Saphir taill\x8e\n',
      'latin1',
    );
    expect((await refusal(bytes)).message).toMatch(/macintosh \("Béryl"\)/);
    const { records } = await readFile(bytes, { ...given, encoding: 'macintosh' });
    expect(records).toMatchObject([
      { fields: { title: 'Béryl bleu' } },
      { fields: { title: 'Grüner Turmalin' } },
      { fields: { title: 'Saphir taillé' } },
    ]);
  });

  it('a few lines that are not UTF-8 do not change the encoding of the others', async () => {
    const { source, records } = await readFile(
      Buffer.from('id;title\n1;caf\xe9\n2;caf\xc3\xa9\n', 'latin1'),
      given,
    );
    expect(source.encoding).toBe('utf-8');
    expect(records).toMatchObject([
      {
        line: 2,
        problem: { code: 'bad_encoding', message: expect.stringContaining('byte 0xE9 at position 6') },
      },
      { line: 3, fields: { title: 'café' } },
    ]);
  });

  it('a record with bytes that are not in the encoding of its file is rejected', async () => {
    const bytes = Buffer.concat([
      Buffer.from(files[3]![1], 'base64'),
      Buffer.from('3;\xff\xff\n4;x\n', 'latin1'),
    ]);
    const { records } = await readFile(bytes, { ...given, encoding: 'Shift-JIS' });
    expect(records[2]).toMatchObject({ line: 4, problem: { code: 'bad_encoding' } });
    expect(records[3]).toMatchObject({ line: 5, raw: '4;x' });
  });

  it.each(['utf16le', 'utf-16be'])(
    'UTF-16 (%s) is read whatever encoding is named, compressed too',
    async (order) => {
      const text = Buffer.from('\uFEFFid;title\r\n1;Bague émeraude\r\n', 'utf16le');
      const bytes = order === 'utf16le' ? text : Buffer.from(text).swap16();
      for (const content of [bytes, gzipSync(bytes)]) {
        const { records } = await readFile(content, { ...given, encoding: 'windows-1252' });
        expect(records).toMatchObject([{ line: 2, fields: { title: 'Bague émeraude' } }]);
      }
    },
  );

  it('a name that is no encoding is refused', async () => {
    await expect(readFile('id;title\n', { ...given, encoding: 'latin-9x' })).rejects.toThrow(
      'There is no encoding "latin-9x"',
    );
  });
});
