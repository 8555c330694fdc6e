import { expect } from 'vitest';
import { type Body, get } from './get.ts';

/** Expects each query to be refused with 400 for one parameter, and for no other, with this problem code if one is given. */
export async function expectRefused(
  url: string,
  path: string,
  cases: readonly (readonly [query: string, parameter: string, code?: string])[],
): Promise<void> {
  for (const [query, parameter, code] of cases) {
    const { status, body } = await get(url, path, query);
    expect(status, query).toBe(400);
    expect(body.error.details.map((problem: Body) => problem.parameter)).toEqual([parameter]);
    if (code) expect(body.error.details[0].code, query).toBe(code);
  }
}
