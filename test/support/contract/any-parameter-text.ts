import fc from 'fast-check';
import { notBlank } from '../../../api/parameters/kinds.ts';
import { quoteValue } from '../../../mappings/vocabulary/vocabulary.ts';
import type { DescribedParameter, Json } from './contract.ts';

/** The texts that a client sends for a parameter: one for each repetition. */
export function anyGoodTexts({ schema }: DescribedParameter): fc.Arbitrary<string[]> {
  if (schema.type !== 'array') return anyText(schema).map((text) => [text]);
  return fc
    .tuple(
      fc.array(anyText(schema.items), {
        minLength: schema.minItems,
        maxLength: Math.min(schema.maxItems, 8),
      }),
      fc.boolean(),
    )
    .map(([texts, isJoined]) => {
      const written = texts.map((text) => quoteValue(text.trim()));
      const values = schema.uniqueItems ? [...new Set(written)] : written;
      return isJoined ? [values.join(',')] : values;
    });
}

function anyText(schema: Json): fc.Arbitrary<string> {
  const shown = (schema.examples ?? []).flat().map(String);
  const texts = jsonOf(schema);
  return shown.length > 0 ? fc.oneof(fc.constantFrom<string>(...shown), texts) : texts;
}

/** Texts that the schema allows. */
function jsonOf(schema: Json): fc.Arbitrary<string> {
  if (schema.enum) return fc.constantFrom<string>(...schema.enum);
  if (hasForm(schema)) return fc.stringMatching(new RegExp(schema.pattern));
  switch (schema.type) {
    case 'integer':
      return fc.oneof(
        fc.integer({ min: schema.minimum, max: Math.min(schema.maximum, schema.minimum + 50) }).map(String),
        fc.integer({ min: schema.minimum, max: schema.maximum }).map(String),
        fc.constantFrom(String(schema.minimum), String(schema.maximum)),
      );
    case 'number':
      return fc.oneof(
        fc.integer({ min: 0, max: 100_000 }).map((hundredths) => String(hundredths / 100)),
        fc.constantFrom(String(schema.minimum), String(schema.maximum)),
      );
    case 'boolean':
      return fc.constantFrom('true', 'false', 'True', 'FALSE');
    default:
      return schema.format === 'date' ? anyDay : anyWords(schema);
  }
}

/** Whether the schema restricts a text beyond not being blank. */
const hasForm = ({ pattern }: Json) => pattern !== undefined && pattern !== notBlank;

const anyDay = fc
  .date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

const someWords = [
  'ruby',
  'Ring',
  '"Burmese ruby"',
  '"',
  '""',
  '*',
  'a OR b',
  '\\',
  '{}',
  'é',
  '💎',
  '!?',
  '((',
];

function anyWords({ maxLength }: Json): fc.Arbitrary<string> {
  return fc
    .oneof(
      fc.array(fc.constantFrom(...someWords), { minLength: 1, maxLength: 4 }).map((words) => words.join(' ')),
      fc.string({ unit: 'binary', minLength: 1, maxLength: Math.min(maxLength, 200) }),
      fc.constant('x'.repeat(maxLength)),
      fc.constant('💎'.repeat(maxLength)),
    )
    .filter((text) => /\S/.test(text) && text.isWellFormed() && !text.includes('\0'));
}

/** Texts that are always invalid for a parameter. */
export function anyBadTexts({ schema, in: place }: DescribedParameter): fc.Arbitrary<string[]> {
  const wrong = schema.type === 'array' ? wrongLists(schema) : wrongTexts(schema).map((text) => [text]);
  // In a path, a blank or repeated value would make a different path.
  if (place === 'path') return fc.constantFrom(...wrong.filter(([text]) => text!.trim() !== ''));
  const isSingle = schema.type !== 'array';
  return fc.constantFrom(...wrong, [''], ['  '], ...(isSingle ? [['1', '1']] : []));
}

function wrongLists(schema: Json): string[][] {
  return [
    [','],
    ['a,,b'],
    ['"a, b'],
    ['"a"b'],
    ['""'],
    ['a', ''],
    ['x'.repeat(501)],
    Array.from({ length: schema.maxItems + 1 }, (_, index) => String(index)),
    ...(schema.items.enum ? [['nothing']] : []),
  ];
}

function wrongTexts(schema: Json): string[] {
  // Changing the case would not change a number.
  if (schema.enum) {
    const written = ['nothing', schema.enum[0].toUpperCase(), ` ${schema.enum[0]}`];
    return written.filter((text) => !schema.enum.includes(text));
  }
  switch (schema.type) {
    case 'integer':
    case 'number':
      return [
        ...[
          'abc',
          ' 5',
          '5 ',
          '1e3',
          '0x10',
          'NaN',
          'Infinity',
          '-Infinity',
          '+5',
          '007',
          '5.',
          '.5',
          '1,5',
          '٣',
        ],
        String(schema.minimum - 1),
        '9'.repeat(18),
        ...(schema.type === 'integer' ? ['1.5', '1.0'] : []),
      ];
    case 'boolean':
      return ['yes', '1', 'T', 'null', ' true'];
    default:
      return schema.format === 'date'
        ? ['2020-02-30', '0000-00-00', '2020-1-1', '20200101', '2020-01-01T00:00:00Z', 'today', '2019-02-29']
        : ['x'.repeat((schema.maxLength ?? 200) + 1), ...(hasForm(schema) ? ['nothing'] : [])];
  }
}
