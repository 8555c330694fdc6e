import type { Client, estypes } from '@elastic/elasticsearch';
import {
  aliasOnSeveral,
  fieldsMissing,
  mappingVersion as knownVersion,
  type Properties,
  type RecordsMeta,
  recordsMapping,
  resultWindow,
  suggestIndexName,
  suggestPattern,
} from '../../mappings/records-index.ts';
import { scorecardAlias } from '../../mappings/scorecard.ts';
import { ApiError } from '../http/errors.ts';
import { asApiError } from './errors.ts';

/** The index behind the alias, and its data version. */
export interface IndexState {
  index: string;
  /** The index of the suggested names, which does not exist before the first import ends. */
  suggestions: string;
  /** The alias of the scorecard, which does not exist before the first one. */
  scorecard: string;
  dataVersion: string;
  /** ISO 8601, UTC. */
  asOf: string;
  /** Whether an import is making data visible that the data version does not name yet. */
  isPublishing: boolean;
  /** Version of the index's mapping: the one of this build. */
  mappingVersion: number;
  /** A problem that an operator should fix, although most requests can be answered. */
  problem?: string;
}

/** An import of all files takes longer than seconds. */
const importedAfterS = 60;

/** There is no usable index: nothing was imported, or an operator must fix a manual change. */
export class IndexUnusable extends ApiError {
  /** Details for the operator, if any: shown in the log and at `/readyz`, not to clients. */
  readonly detail: string;

  /** @param reason for operators */
  constructor(reason: string, detail: string, retryAfterS = 30, message?: string) {
    super('unavailable', {
      reason,
      ...(message !== undefined && { message }),
      headers: { 'Retry-After': String(retryAfterS) },
    });
    this.detail = detail;
  }
}

/** The index settings that explain why it cannot be used. An index always has a `uuid`. */
const described = [
  '*.aliases',
  '*.mappings._meta',
  '*.mappings.properties',
  '*.settings.index.uuid',
  '*.settings.index.verified_before_close',
  '*.settings.index.max_result_window',
].join(',');

/**
 * Reads the state of the data: the `_meta` of the index behind the alias.
 * @throws IndexUnusable where there is none, or the alias or the index was changed manually
 * @throws ApiError `unavailable` where Elasticsearch does not answer
 */
export async function readIndexState(
  elasticsearch: Client,
  { indexAlias, ...limits }: { indexAlias: string; requestTimeout: number; signal?: AbortSignal },
): Promise<IndexState> {
  try {
    const found = await elasticsearch.indices.get(
      { index: indexAlias, ignore_unavailable: true, filter_path: described },
      limits,
    );
    const records = Object.entries(found);
    if (records.length === 0) throw await describeMissingAlias(elasticsearch, indexAlias, limits);
    return stateOf(records, indexAlias);
  } catch (error) {
    throw asApiError(error);
  }
}

/** @throws IndexUnusable unless this is one open index with a data version */
function stateOf(found: [name: string, estypes.IndicesIndexState][], indexAlias: string): IndexState {
  if (found.length > 1) {
    const names = found.map(([name]) => name);
    throw new IndexUnusable(aliasOnSeveral(indexAlias, names), runbook);
  }
  const [index, { mappings, settings }] = found[0]!;
  if (index === indexAlias) {
    const detail = `${indexAlias} is an index of its own, where an alias should be. ${runbook}`;
    throw new IndexUnusable('The live index is missing.', detail);
  }
  if (settings?.index?.verified_before_close) {
    throw new IndexUnusable('The live index is closed.', `Open ${index}. ${runbook}`);
  }
  const meta = mappings?._meta as Partial<RecordsMeta> | undefined;
  const { data_version: dataVersion, as_of: asOf, mapping_version: mappingVersion } = meta ?? {};
  if (dataVersion === undefined || asOf === undefined || mappingVersion === undefined) {
    const detail = `The mapping of ${index} lacks data_version, as_of or mapping_version in its _meta. ${runbook}`;
    throw new IndexUnusable('The live index has no data version.', detail);
  }
  requireMapping(index, mappingVersion, mappings?.properties);
  const window = Number(settings?.index?.max_result_window ?? resultWindow);
  const problem = window < resultWindow ? windowLowered(index, window) : undefined;
  const suggestions = suggestIndexName(indexAlias, index);
  const scorecard = scorecardAlias(indexAlias);
  const stored = { index, suggestions, scorecard, isPublishing: meta?.publishing === true };
  return { ...stored, dataVersion, asOf, mappingVersion, ...(problem && { problem }) };
}

/** @throws IndexUnusable unless this build knows the mapping of an index, and it has every field */
function requireMapping(index: string, version: number, properties: Properties = {}): void {
  const has = `${index} has version ${version} of the mapping, and this build needs version ${knownVersion}.`;
  const advice = 'Import all files again, the first with --replace.';
  const message = 'The data was indexed by an older version of the service: import the files again.';
  if (version < knownVersion) throw new IndexUnusable(has, advice, importedAfterS, message);
  if (version > knownVersion) throw new IndexUnusable(has, 'Start the newer build.', importedAfterS);
  const missing = fieldsMissing(properties, recordsMapping.properties);
  if (missing.length > 0) {
    const reason = `${index} lacks the fields ${missing.join(', ')}.`;
    throw new IndexUnusable(reason, advice, importedAfterS, message);
  }
}

const windowLowered = (index: string, window: number) =>
  `index.max_result_window of ${index} is ${window}, lower than ${resultWindow}: ` +
  `exports and pages far down the list answer 503. ${runbook}`;

const runbook = 'See “The index was changed by hand” in docs/runbook.md.';

/**
 * Distinguishes a service without data from one whose alias was lost. An index that is being built for the first time
 * has an alias `…-write-…` and was never live. A suggestion index without a records index means that the records index
 * was lost.
 */
async function describeMissingAlias(
  elasticsearch: Client,
  indexAlias: string,
  limits: { requestTimeout: number; signal?: AbortSignal },
): Promise<IndexUnusable> {
  const prefix = `${indexAlias}-records-`;
  const left = await elasticsearch.indices.get(
    {
      index: [`${prefix}*`, suggestPattern(indexAlias)],
      features: ['aliases'],
      expand_wildcards: ['open', 'closed', 'hidden'],
      ignore_unavailable: true,
      allow_no_indices: true,
    },
    limits,
  );
  const had = (aliases: object | undefined, kind: string) =>
    Object.keys(aliases ?? {}).some((alias) => alias.startsWith(`${indexAlias}-${kind}-`));
  const earlier = Object.entries(left)
    .filter(([index]) => index.startsWith(prefix))
    .filter(([, { aliases }]) => had(aliases, 'live') || !had(aliases, 'write'))
    .map(([index]) => index);
  const found = Object.keys(left);
  const hasNamesOnly = found.length > 0 && !found.some((index) => index.startsWith(prefix));
  if (earlier.length === 0 && !hasNamesOnly) {
    return new IndexUnusable(
      `The index alias ${indexAlias} does not exist yet: nothing has been imported.`,
      '',
      5,
      'There is no data yet: nothing has been imported.',
    );
  }
  const indices =
    earlier.length > 0 ? `Indices of records: ${earlier.sort().join(', ')}.` : 'No index of records is left.';
  const detail = `The alias ${indexAlias} does not exist, although data was imported. ${indices} ${runbook}`;
  return new IndexUnusable('The live index is missing.', detail);
}

/** The full description of an error of reading the state; not for clients. */
export function describeForOperator(error: ApiError): string {
  return error instanceof IndexUnusable ? `${error.reason} ${error.detail}`.trim() : error.reason;
}
