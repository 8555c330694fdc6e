import { expect } from 'vitest';
import { faultsOf, type Json } from './contract/contract.ts';

export type Body = Json;

/** A response that was checked against the OpenAPI document. */
export interface CheckedAnswer {
  status: number;
  headers: Headers;
  body: Body;
}

/**
 * Sends a request and checks that the OpenAPI document describes the response.
 * @param query a raw query string, or parameters to encode
 * @param init options of fetch. By default, bodies are not compressed, which saves much CPU time on both sides.
 */
export async function get(
  baseUrl: string,
  path: string,
  query: string | Record<string, string> = '',
  init: RequestInit = {},
): Promise<CheckedAnswer> {
  const search = typeof query === 'string' ? query : new URLSearchParams(query).toString();
  const headers = new Headers(init.headers);
  if (!headers.has('Accept-Encoding')) headers.set('Accept-Encoding', 'identity');
  const response = await fetch(`${baseUrl}${path}${search && `?${search}`}`, { ...init, headers });
  const text = await response.text();
  const answer = { status: response.status, headers: response.headers, body: text };
  expect(faultsOf(path, answer), `${path}?${search} → ${response.status}`).toEqual([]);
  return { ...answer, body: text === '' ? undefined : JSON.parse(text) };
}
