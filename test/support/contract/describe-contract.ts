import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { csvHeader, csvLine } from '../../../local/samples/lot-csv.ts';
import { syntheticLots } from '../../../local/samples/synthetic-lots.ts';
import { startApi } from '../start-api.ts';
import { startIngest, type TestIngest } from '../start-ingest.ts';
import { anyRequest, type GeneratedRequest } from './any-request.ts';
import { type DescribedPath, type Json, readDescription } from './api-description.ts';

const seed = Number(process.env.CONTRACT_SEED ?? 20_261_121);

/** Rules between parameters, which the schema of a single parameter cannot express. */
const between =
  / is above | cannot be used together |the groups have no | in both directions\. | is not a (year|quarter)\. | requires (q|sample|from|to|dollars=real)\. | there is no consumer price index for | Use meta\.next_cursor /;

const namesOf = (body: Json) => body.error.details.map(({ parameter }: Json) => parameter);

/**
 * Sends generated requests and checks that the API behaves as the OpenAPI document describes.
 * @param runs number of requests for each path with parameters. CONTRACT_SEED changes them. `npm run test:clients` also
 * sends the requests of Schemathesis.
 */
export function describeContract(runs: number): void {
  let ingest: TestIngest;
  let api: Awaited<ReturnType<typeof startApi>>;
  let paths: DescribedPath[];

  beforeAll(async () => {
    ingest = await startIngest();
    await ingest.import('lots.csv', csvHeader + [...syntheticLots(1500)].map(csvLine).join(''));
    api = await startApi({ INDEX_ALIAS: ingest.alias });
    const document = await (await fetch(`${api.url}/api/v1/openapi.json`)).json();
    paths = readDescription(document);
  });
  afterAll(async () => {
    await api?.close();
    await ingest?.close();
  });

  async function send({ target }: GeneratedRequest, method = 'GET', headers: Record<string, string> = {}) {
    // Compressing the bodies would take much of the time.
    const response = await fetch(`${api.url}${target}`, {
      method,
      headers: { 'Accept-Encoding': 'identity', ...headers },
    });
    return { status: response.status, headers: response.headers, body: await response.text() };
  }

  async function expectDocumented(path: DescribedPath, request: GeneratedRequest): Promise<void> {
    const answer = await send(request);
    expect(path.faultsOf(answer)).toEqual([]);
    expect(answer.status).toBeLessThan(500);
    if (answer.status === 431) {
      expect(request.target.length).toBeGreaterThan(15_000);
    } else if (request.broken.length > 0) {
      expect(answer.status).toBe(400);
      expect(namesOf(JSON.parse(answer.body))).toEqual(expect.arrayContaining(request.broken));
    } else if (answer.status === 400) {
      const { details } = JSON.parse(answer.body).error;
      for (const { message } of details) expect(message).toMatch(between);
    } else if (answer.status === 200) {
      await expectSame(path, request, answer);
    }
  }

  /** A repeated request has the same response, HEAD has its headers, and its ETag gets 304. */
  async function expectSame(path: DescribedPath, request: GeneratedRequest, first: Json): Promise<void> {
    const etag = first.headers.get('etag');
    if (etag === null) return;
    const again = await send(request, 'HEAD', { 'If-None-Match': etag });
    expect(path.faultsOf(again)).toEqual([]);
    expect([again.status, again.headers.get('etag')]).toEqual([304, etag]);
  }

  describe('a client that knows only the OpenAPI document', () => {
    let sent = 0;

    test('generated requests get only documented statuses and bodies that match their schema', async () => {
      const tested = paths.filter(({ parameters }) => parameters.length > 0);
      await Promise.all(
        tested.map((path) => {
          const property = fc.asyncProperty(anyRequest(path), async (request) => {
            sent++;
            await expectDocumented(path, request);
          });
          return fc.assert(property, { numRuns: runs, seed });
        }),
      );
      expect(sent).toBeGreaterThanOrEqual(tested.length * runs);
      expect(tested.length).toBeGreaterThanOrEqual(10);
    });

    test('every undocumented method gets 405 with the allowed methods', async () => {
      for (const { path } of paths) {
        for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
          const response = await fetch(`${api.url}${path.replace('{id}', '1')}`, { method });
          expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
        }
      }
    });
  });
}
