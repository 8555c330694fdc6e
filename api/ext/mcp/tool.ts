import type { Asked } from '../../endpoint/define-route.ts';
import { nearestParameter } from '../../parameters/nearest-parameter.ts';
import type { Answer, Figure } from './answer.ts';

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

/** Longer queries would not leave room for an answer. */
const maxQueryLength = 700;

/** Asks as a tool does; all responses are of one version of the data. */
export function createApi({ ask, publicUrl }: House, document: Json, signal?: AbortSignal): Api {
  let version: string | undefined;
  return {
    document,
    publicUrl,
    async get(path, params = {}) {
      const entries = params instanceof URLSearchParams ? [...params] : Object.entries(params);
      const given = entries.filter(([, value]) => value !== undefined);
      const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)]))
        .toString()
        .replaceAll('%2C', ',');
      if (query.length > maxQueryLength) {
        const lengths = `${query.length} characters in an address, at most ${maxQueryLength}`;
        throw new Refused([`The arguments are too long (${lengths}). Use fewer or shorter values.`]);
      }
      const address = query === '' ? path : `${path}?${query}`;
      const { status, body } = await ask(address, signal);
      if (status !== 200) throw new Refused(problemsOf(body.error));
      version ??= body.meta.data_version;
      if (body.meta.data_version !== version) {
        throw new Refused(['The data changed during this call. Call again.']);
      }
      return { ...body, address };
    },
  };
}

/** The details of an error, or its message. */
const problemsOf = ({ message, details }: Json): string[] =>
  details?.length > 0 ? details.slice(0, 8).map((detail: Json) => detail.message.slice(0, 300)) : [message];

/** What is said of a parameter; where a name is missing here, its values say it. */
const words: Record<string, string> = {
  gem_name: 'Gem type or synonym, e.g. ruby. Several: "ruby,spinel"',
  origin: 'e.g. Burma, Kashmir; "none" = unknown',
  treatment: '"untreated", or e.g. "No heat", "Minor oil"',
  auction_house: "e.g. Christie's",
  lab: 'e.g. SSEF',
  weight_min: 'Carats',
  weight_max: 'Carats',
  price_min: 'US dollars',
  price_max: 'US dollars',
  carat: 'Weight in carats',
  is_synthetic: 'false: real sales only',
  basis: 'Prices without or with premium',
  dollars: 'real: without inflation',
  q: 'Words of the title',
  sort: '"-": highest first',
  from: 'First year or quarter of a change',
  to: 'Second one',
};

/** The input schema of a tool, from the declarations of the paths whose parameters it takes. */
export function inputSchema({ takes, own = {}, required = [] }: Tool, document: Json): Json {
  const properties: Record<string, Json> = {};
  for (const [path, names] of Object.entries(takes)) {
    const declared = parametersOf(path, document);
    for (const name of names!) {
      properties[name] = shorten(name, declared.find((one) => one.name === name)!.schema);
    }
  }
  return { type: 'object', properties: { ...properties, ...own }, required, additionalProperties: false };
}

/** The parameters of a path, as the document declares them. */
const parametersOf = (path: string, { paths, components }: Json): Json[] =>
  paths[path].get.parameters.map((one: Json) =>
    one.$ref ? components.parameters[one.$ref.split('/').at(-1)] : one,
  );

const omit = (values: object, names: readonly string[]) =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)));

/** A list is a text with commas, as in an address: models write it, and clients show it. */
function shorten(name: string, { type, items, format, default: implied, ...schema }: Json): Json {
  const about = words[name];
  const many =
    items?.enum && `One${schema.maxItems === 1 ? '' : ' or more, with commas'}: ${items.enum.join(', ')}`;
  const description = [about, many].filter(Boolean).join('. ');
  return {
    type: type === 'array' ? 'string' : type,
    ...(schema.enum && { enum: schema.enum }),
    ...(format === 'date' && { format }),
    ...(implied !== undefined && { default: implied }),
    ...(description !== '' && { description }),
  };
}

/**
 * The arguments of a call as parameters: texts, numbers, truth values, and lists of them.
 * @throws Refused with every problem
 */
export function readArguments(tool: Tool, schema: Json, given: unknown): Record<string, Json> {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw new Refused([`The arguments of ${tool.name} are an object.`]);
  }
  const known = Object.keys(schema.properties);
  const problems: string[] = [];
  const args: Record<string, Json> = {};
  for (const [name, value] of Object.entries(given).slice(0, 50)) {
    const isKnown = known.includes(name);
    const read = Array.isArray(value) ? value.map(writeValue) : [writeValue(value)];
    if (!isKnown) problems.push(unknownArgument(name, known, tool));
    else if (value === null) continue;
    else if (read.length === 0 || read.includes(undefined)) {
      problems.push(
        `${name}: send ${schema.properties[name].type === 'string' ? 'a text' : `a ${schema.properties[name].type}`}.`,
      );
    } else args[name] = read.length > 1 ? read.map(protectComma).join(',') : read[0];
  }
  for (const name of tool.required ?? []) if (args[name] === undefined) problems.push(`${name} is required.`);
  if (problems.length > 0) throw new Refused(problems.slice(0, 8));
  return args;
}

function writeValue(value: unknown): string | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? plainNumber(value) : undefined;
  return typeof value === 'string' || typeof value === 'boolean' ? String(value) : undefined;
}

/** Digits, which is how the API reads numbers. */
const plainNumber = (value: number) =>
  value.toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: 20 });

const protectComma = (value = '') => (value.includes(',') ? `"${value}"` : value);

function unknownArgument(name: string, known: readonly string[], tool: Tool): string {
  const nearest = nearestParameter(name, known);
  const advice = nearest ? `Did you mean ${nearest}?` : `It takes ${known.join(', ')}.`;
  return `${name.slice(0, 60)} is not an argument of ${tool.name}. ${advice}`;
}

/** The parts of an answer that its tool knows. */
type Said = Partial<Pick<Answer, 'lots' | 'terms' | 'left_out' | 'not_matched' | 'notes' | 'filters'>> & {
  figures: Figure[];
  /** The view of the explorer, and parameters of its own. */
  view: Record<string, string>;
};

/** Parameters of requests that the page has beside the filters of the list. */
const ofPage = ['carat', 'as_of', 'interval', 'basis', 'dollars'];

/** Parameters of the list that are no filters. */
const noFilters = [
  'page',
  'limit',
  'cursor',
  'fields',
  'facets',
  'format',
  'sort',
  'prefer',
  'sample',
  'seed',
];

/** The answer to a call: what it says, and what the responses say of themselves. */
export function answer(
  { publicUrl, document }: Api,
  responses: readonly Response[],
  { view, ...said }: Said,
): Answer {
  const { meta } = responses[0]!;
  const filters: Record<string, unknown> =
    said.filters ?? omit(meta.filters, ['page', 'limit', 'fields', 'smoothed']);
  const names = [...parametersOf('/api/v1/auctions', document).map(({ name }) => name), ...ofPage];
  const page = new URLSearchParams(view);
  for (const [name, value] of Object.entries(filters)) {
    if (!names.includes(name) || noFilters.includes(name)) continue;
    for (const one of [value].flat()) page.append(name, String(one));
  }
  return {
    ...said,
    filters,
    left_out: [...new Set([...responses.flatMap(leftOut), ...(said.left_out ?? [])])],
    not_matched: [...new Set([...responses.flatMap(hints), ...(said.not_matched ?? [])])].slice(0, 6),
    notes: [...synthetic(responses[0]!), ...(said.notes ?? [])],
    data_version: meta.data_version,
    as_of: meta.as_of,
    page: `${publicUrl}/?${page}`,
    requests: responses.map(({ address }) => publicUrl + address),
  };
}

const hints = ({ meta }: Response): string[] => (meta.hints ?? []).map(({ message }: Json) => message);

/** What the figures of a response do not have. */
function leftOut({ meta }: Response): string[] {
  const { excluded, prices, undated_lots, imprecise_date_lots, ungrouped_lots } = meta;
  const counts: [number | undefined, string][] = [
    [excluded?.lots, 'lots of several stones, from figures per carat'],
    [excluded?.objects, 'watches, boxes and other objects'],
    [prices?.left_out, 'sold lots without a price of this basis'],
    [meta.left_out?.lots, 'sold lots whose price cannot be compared with the estimate'],
    [meta.lots_without_estimates, 'lots without estimates, from the shares'],
    [undated_lots, 'lots without a date'],
    [imprecise_date_lots, 'lots known only by their year'],
    [ungrouped_lots, 'lots that are in no group'],
  ];
  return counts.filter(([count]) => count).map(([count, what]) => `${count} ${what}`);
}

const synthetic = ({ meta }: Response): string[] =>
  meta.synthetic_lots
    ? [
        `${meta.synthetic_lots} of these lots are generated samples, not real sales; is_synthetic=false leaves them out`,
      ]
    : [];

/** Fewer prices are a low sample, as in every statistic of the API. */
const lowSample = 5;

/** A median with its interval. */
export const median = (name: string, summary: Json, unit: string, of?: string): Figure => ({
  name,
  ...(of !== undefined && { of }),
  value: summary.median,
  unit,
  n: summary.n,
  interval: interval(summary.median_low, summary.median_high, '95% interval'),
  low_sample: summary.n < lowSample,
});

/** Null without both ends. */
export const interval = (low: number | null, high: number | null, of: string): Figure['interval'] =>
  low === null || high === null ? null : { low, high, of };
