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

describe.each(Object.keys(problemCodes))('messages for values with the problem %s', (code) => {
  test('the message for every parameter omits the parameter name', () => {
    const sentences = [...parameters].map((name) => refused(name, code, 'soon'));
    for (const sentence of sentences) {
      expect(sentence).toMatch(/^[A-Z“].*\.$/);
      expect(sentence).not.toMatch(internals);
    }
    // A problem without its own message would be called "not valid".
    if (code !== 'wrong_type') expect(sentences.join()).not.toContain('“soon” is not valid');
  });
});

test('every parameter has a label', () => {
  expect(parameters.size).toBeGreaterThan(40);
  for (const name of parameters) expect(refused(name, 'empty'), name).not.toContain('A value in the address');
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
