import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { errorCodes, problemCodes } from '../../../api/http/errors.ts';
import { describeFilter } from '../../../explorer/search/filter-names.ts';
import { problemOf, problemWords } from '../../../explorer/service/problem-words.ts';

const document = JSON.parse(readFileSync('docs/openapi.json', 'utf8'));
/** Every parameter that an error may name, including path parameters. */
const parameters = new Set(
  Object.values<Record<string, { parameters?: { $ref?: string; name?: string }[] }>>(document.paths)
    .flatMap((path) => Object.values(path))
    .flatMap(({ parameters: own = [] }) => own)
    .map(({ $ref, name }) => name ?? document.components.parameters[$ref!.split('/').at(-1)!].name),
);

/** A parameter name, or a word that only developers know. */
const internals = /\w_\w|JSON|Elasticsearch|Redis|HTTP|undefined|null|\bAPI\b|`/;

const refused = (parameter: string, code: string, value?: string) =>
  problemWords('refused', {
    code: 'invalid_parameter',
    details: [{ parameter, code, ...(value !== undefined && { value }) }],
  }).details![0]!;

describe('messages for API errors', () => {
  test.each(Object.keys(errorCodes) as (keyof typeof errorCodes)[])(
    'the error code %s has its own message',
    async (code) => {
      const { status, message } = errorCodes[code];
      const answer = Response.json({ error: { code, message, details: [] } }, { status });
      const { title, advice } = (await problemOf(answer)).words;
      expect(title).toMatch(/^[A-Z].*[^.]$/);
      expect(`${title} ${advice}`).not.toMatch(internals);
      expect(`${title} ${advice}`).not.toContain(message);
    },
  );

  test('an error with a missing or unknown code is described by its status', async () => {
    const titleOf = async (status: number, body: string) =>
      (await problemOf(new Response(body, { status }))).words.title;
    expect(await titleOf(502, '<html>')).toBe('The data is temporarily unavailable');
    expect(await titleOf(404, '{"error":{"code":"gone"}}')).toBe('There is no lot with this number');
  });
});

test.each(Object.keys(problemCodes))(
  'messages for values with the problem %s omit the parameter name',
  (code) => {
    for (const sentence of [...parameters].map((name) => refused(name, code, 'soon'))) {
      expect(sentence).toMatch(/^[A-Z“].*\.$/);
      expect(sentence).not.toMatch(internals);
    }
  },
);

test('the message for a value says how to write it', () => {
  expect(refused('as_of', 'wrong_type', 'soon')).toBe(
    '“Prices as of”: “soon” is not valid. Enter a date, such as 2020-05-12, or a year.',
  );
  expect(refused('carat', 'missing')).toBe('Weight is required.');
});

test('the message for an unknown filter omits its name', () => {
  for (const name of ['gem_nam', 'constructor', 'toString']) {
    expect(describeFilter([name, 'ruby'])).toBe('Other filter: ruby');
    expect(refused(name, 'unknown_parameter')).not.toMatch(internals);
  }
  for (const name of parameters) expect(describeFilter([name, '3']), name).not.toMatch(internals);
});

test('the message for a range with exchanged ends says so', () => {
  expect(refused('weight_min', 'conflict', '9')).toBe(
    'Minimum weight is above the other end of the range. Change one of the two.',
  );
});
