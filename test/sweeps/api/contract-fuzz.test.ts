import fc from 'fast-check';
import { expect, inject, test } from 'vitest';
import { anyRequest, type GeneratedRequest } from '../../support/contract/any-request.ts';
import { describedPaths, faultsOf, type Json } from '../../support/contract/contract.ts';

/** CONTRACT_SEED and CONTRACT_RUNS change the requests. `npm run test:clients` also sends those of Schemathesis. */
const seed = Number(process.env.CONTRACT_SEED ?? 20_261_121);
const numRuns = Number(process.env.CONTRACT_RUNS ?? 150);

/** Rules between parameters, which the schema of a single parameter cannot express. */
const between =
  / is above | cannot be used together |the groups have no | in both directions\. | is not a (year|quarter)\. | requires (q|sample|from|to|dollars=real)\. | there is no consumer price index for | Use meta\.next_cursor /;

const namesOf = (body: Json) => body.error.details.map(({ parameter }: Json) => parameter);

async function send({ target }: GeneratedRequest, method = 'GET', headers: Record<string, string> = {}) {
  // Compressing the bodies would take much of the time.
  const response = await fetch(inject('samples').url + target, {
    method,
    headers: { 'Accept-Encoding': 'identity', ...headers },
  });
  return { status: response.status, headers: response.headers, body: await response.text() };
}

async function expectDocumented(path: string, request: GeneratedRequest): Promise<void> {
  const answer = await send(request);
  expect(faultsOf(path, answer)).toEqual([]);
  expect(answer.status).toBeLessThan(500);
  if (answer.status === 431) {
    expect(request.target.length).toBeGreaterThan(15_000);
  } else if (request.broken.length > 0) {
    expect(answer.status).toBe(400);
    expect(namesOf(JSON.parse(answer.body))).toEqual(expect.arrayContaining(request.broken));
  } else if (answer.status === 400) {
    for (const { message } of JSON.parse(answer.body).error.details) expect(message).toMatch(between);
  } else if (answer.status === 200 && answer.headers.has('etag')) {
    // A repeated request has the same response: HEAD has its headers, and its ETag gets 304.
    const etag = answer.headers.get('etag')!;
    const again = await send(request, 'HEAD', { 'If-None-Match': etag });
    expect(faultsOf(path, again)).toEqual([]);
    expect([again.status, again.headers.get('etag')]).toEqual([304, etag]);
  }
}

test('generated requests of a client that knows only the OpenAPI document get only documented responses', async () => {
  const tested = describedPaths.filter(({ parameters }) => parameters.length > 0);
  await Promise.all(
    tested.map((described) => {
      const property = fc.asyncProperty(anyRequest(described), (request) =>
        expectDocumented(described.path, request),
      );
      return fc.assert(property, { numRuns, seed });
    }),
  );
});

test('every undocumented method gets 405 with the allowed methods', async () => {
  for (const { path } of describedPaths) {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      const response = await fetch(inject('samples').url + path.replace('{id}', '1'), { method });
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
    }
  }
});
