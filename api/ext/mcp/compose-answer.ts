import type { Answer, Figure } from './answer.ts';
import { type Api, type Json, parametersOf, type Response } from './tool.ts';

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
export function composeAnswer(
  { publicUrl, document }: Api,
  responses: readonly Response[],
  { view, ...said }: Said,
): Answer {
  const { meta } = responses[0]!;
  const filters: Record<string, unknown> =
    said.filters ?? omit({ ...meta.filters, ...meta.parameters }, ['page', 'limit', 'fields', 'smoothed']);
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
    [excluded?.hand_picked, 'hand-picked lots, which are not the market; selection=all includes them'],
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

const omit = (values: object, names: readonly string[]) =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)));
