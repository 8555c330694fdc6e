import type { Asked } from '../../endpoint/define-route.ts';
import type { Answer } from './answer.ts';

// biome-ignore lint/suspicious/noExplicitAny: JSON of the API and of its OpenAPI document
export type Json = any;

/** Asks the API: an address is a path with its query. */
export type Ask = (address: string, signal?: AbortSignal) => Promise<Asked>;

/** Where answers come from, and where their links lead. */
export interface House {
  ask: Ask;
  /** The OpenAPI document of the API. */
  document(): Promise<Json>;
  publicUrl: string;
  /** Takes what went wrong unexpectedly; clients do not see it. */
  report(error: unknown): void;
}

/** A tool: what it takes, and how its answer is made. */
export interface Tool {
  name: string;
  title: string;
  description: string;
  /** The parameters that it hands on: those of these paths, declared there. */
  takes: Partial<Record<string, readonly string[]>>;
  /** Arguments of its own, as JSON Schema. */
  own?: Record<string, Json>;
  required?: string[];
  /** What the answer lists beside figures. */
  lists: 'lots' | 'terms' | 'none';
  /** A valid call, which errors show. */
  example: Record<string, unknown>;
  run(args: Record<string, Json>, api: Api): Promise<Answer>;
}

/** What is wrong with a call, in words that help to mend it. */
export class Refused extends Error {
  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.name = 'Refused';
  }
}

/** A response of the API, with the address that gives it. */
export interface Response {
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
  get(path: string, params?: Record<string, unknown> | URLSearchParams): Promise<Response>;
}

/** The parameters of a path, as the document declares them. */
export const parametersOf = (path: string, { paths, components }: Json): Json[] =>
  paths[path].get.parameters.map((one: Json) =>
    one.$ref ? components.parameters[one.$ref.split('/').at(-1)] : one,
  );
