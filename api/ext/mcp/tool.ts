import type { Asked } from '../../endpoint/define-route.ts';
import { nearestParameter } from '../../parameters/nearest-parameter.ts';

// biome-ignore lint/suspicious/noExplicitAny: JSON of the API and of its OpenAPI document
export type Json = any;

/** Where answers come from, and where their links lead. */
export interface House {
  /** Asks the API: an address is a path with its query. */
  ask(address: string, signal: AbortSignal): Promise<Asked>;
  /** The OpenAPI document of the API. */
  document(): Promise<Json>;
  publicUrl: string;
  /** Takes what went wrong unexpectedly; clients do not see it. */
  report(error: unknown): void;
}

/** A tool: what it takes, and which responses it answers with. */
export interface Tool {
  name: string;
  title: string;
  description: string;
  /** The parameters that it hands on: those of these paths, declared there. */
  takes: Record<string, readonly string[]>;
  /** Arguments of its own, as JSON Schema. */
  own?: Record<string, Json>;
  /** Its own arguments that a call must have. */
  required?: string[];
  /** A valid call, which errors show. */
  example: Record<string, unknown>;
  /** An argument that it does not know goes to the path that it asks, which refuses it. */
  run(args: Record<string, Json>, api: Api): Promise<Found>;
}

/** What a tool found. */
export interface Found {
  /** The data of the responses, by name: as the API gives them. A list may be cut at its end. */
  data: Record<string, Json>;
  /** The page of the answer has the filters of the first one. */
  responses: Response[];
  /** The view of the explorer that shows it, and parameters of the view. */
  view: Record<string, string>;
  notes?: string[];
}

/** What is wrong with a call, in words that help to mend it. */
export class Refused extends Error {}

/** A response of the API, with the address that gives it. */
interface Response {
  data: Json;
  pagination: Json;
  meta: Json;
  address: string;
}

/** The API as tools ask it. */
export interface Api {
  document: Json;
  publicUrl: string;
  /** @throws Refused with the problems that the API names */
  get(address: string, params?: Record<string, string | number | undefined>): Promise<Response>;
}

/** Names the known name that is nearest to an unknown one, or what else helps. */
export function advise(name: string, known: readonly string[], otherwise: string): string {
  const nearest = nearestParameter(name, known);
  return nearest ? `Did you mean ${nearest}?` : otherwise;
}

/** How a list is sorted, and how much of it an answer has. */
export function describeList(sort: string, listed: number, total: number, what: string): string {
  const order = sort === 'relevance' ? '' : sort.startsWith('-') ? ', descending' : ', ascending';
  const by = sort.replace(/^-/, '').replaceAll('_', ' ');
  return `Sorted by ${by}${order}: ${listed} of ${total} ${what} in this data`;
}
