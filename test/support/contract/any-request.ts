import fc from 'fast-check';
import { notBlank } from '../../../api/parameters/kinds.ts';
import { quoteValue } from '../../../mappings/vocabulary/vocabulary.ts';
import type { DescribedParameter, DescribedPath, Json } from './contract.ts';

/** Addresses of a path with any of its parameters, each valid by its description; two may exclude each other. */
export function anyRequest({ path, parameters }: DescribedPath): fc.Arbitrary<string> {
  const required = parameters.filter((parameter) => parameter.required);
  const optional = parameters.filter((parameter) => !parameter.required);
  // The generators are created once, because those of any text are slow to create.
  const partOf = new Map(parameters.map((parameter) => [parameter, anyPart(parameter)]));
  const chosen = fc
    .subarray(optional, { maxLength: Math.min(5, optional.length) })
    .map((some) => [...required, ...some])
    .chain((some) => fc.tuple(...some.map((parameter) => partOf.get(parameter)!)));
  return fc.tuple(chosen, fc.boolean()).map(([parts, isReversed]) => {
    const inPath = parts.filter(({ parameter }) => parameter.in === 'path');
    const filled = inPath.reduce(
      (at, { parameter, texts }) => at.replace(`{${parameter.name}}`, encode(texts[0]!)),
      path,
    );
    const pairs = parts
      .filter(({ parameter }) => parameter.in === 'query')
      .flatMap(({ parameter, texts }) => texts.map((text) => `${parameter.name}=${encode(text)}`));
    if (isReversed) pairs.reverse();
    return `${filled}${pairs.length > 0 ? `?${pairs.join('&')}` : ''}`;
  });
}

const anyPart = (parameter: DescribedParameter) => anyTexts(parameter).map((texts) => ({ parameter, texts }));

/** Encodes like clients do, sometimes with `+` for a space. */
const encode = (text: string) => encodeURIComponent(text).replaceAll('%20', text.length % 2 ? '+' : '%20');

/** The texts that a client sends for a parameter: one for each repetition. */
function anyTexts({ schema }: DescribedParameter): fc.Arbitrary<string[]> {
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

const hasWord = new RegExp(notBlank, 'u');

function anyWords({ maxLength }: Json): fc.Arbitrary<string> {
  return fc
    .oneof(
      fc.array(fc.constantFrom(...someWords), { minLength: 1, maxLength: 4 }).map((words) => words.join(' ')),
      fc.string({ unit: 'binary', minLength: 1, maxLength: Math.min(maxLength, 200) }),
      fc.constant('x'.repeat(maxLength)),
      fc.constant('💎'.repeat(maxLength)),
    )
    .filter((text) => hasWord.test(text) && text.isWellFormed() && !text.includes('\0'));
}
