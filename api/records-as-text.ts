import { Serializer } from '@elastic/elasticsearch';

/**
 * Reads the answers of searches for records and leaves each `_source` as the JSON that it is: most records go into an
 * answer unread. The searches have a `sort`, behind which Elasticsearch writes its values right after the `_source`.
 */
export class RecordsAsText extends Serializer {
  override deserialize<T = unknown>(json: string): T {
    const { rest, sources } = cutSources(json);
    const answer = super.deserialize<Found & { responses?: Found[] }>(rest);
    const hits = (answer.responses ?? [answer]).flatMap((found) => found.hits?.hits ?? []);
    for (const [i, source] of sources.entries()) hits[i]!._source = source;
    return answer as T;
  }
}

interface Found {
  hits?: { hits: { _source?: unknown }[] };
}

const begin = '"_source":';
const end = ',"sort":[';

/**
 * Takes the sources out of the text of an answer. Neither mark can stand within a string, where every quotation mark has
 * a backslash before it, and no record has a field `sort`.
 */
function cutSources(json: string): { rest: string; sources: string[] } {
  const sources: string[] = [];
  let rest = '';
  let read = 0;
  for (let from = json.indexOf(begin); from !== -1; from = json.indexOf(begin, read)) {
    const to = json.indexOf(end, from);
    if (to === -1) break;
    sources.push(json.slice(from + begin.length, to));
    rest += `${json.slice(read, from)}${begin}null`;
    read = to;
  }
  return { rest: rest + json.slice(read), sources };
}
