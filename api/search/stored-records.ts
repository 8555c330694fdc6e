import { Serializer } from '@elastic/elasticsearch';
import { GatheringConnection } from '../../config/elasticsearch/gathering-connection.ts';

/*
 * How answers of searches for records are read: as bytes, of which each `_source` stays what it is. Most records go into
 * an answer unread, and text of them would only be made to be bytes again.
 */

type Request = Parameters<GatheringConnection['request']>;

/** A connection that leaves bodies as bytes; see `RecordsAsBytes`, which reads them. */
export class BytesConnection extends GatheringConnection {
  override async request(...request: Request): Promise<never> {
    const answer = await this.gather(...request);
    // The client makes text of what is a `Buffer`.
    const { buffer, byteOffset, length } = answer.body;
    return { ...answer, body: new Uint8Array(buffer, byteOffset, length) } as never;
  }
}

/**
 * Reads the bodies of `BytesConnection`. The searches have a `sort`, behind which Elasticsearch writes its values right
 * after the `_source`.
 */
export class RecordsAsBytes extends Serializer {
  override deserialize<T = unknown>(body: string | Uint8Array): T {
    if (typeof body === 'string')
      throw new TypeError('The body is text: its connection is no BytesConnection.');
    const { rest, sources } = cutSources(Buffer.from(body.buffer, body.byteOffset, body.byteLength));
    const answer = super.deserialize<Found & { responses?: Found[] }>(rest);
    const hits = (answer.responses ?? [answer]).flatMap((found) => found.hits?.hits ?? []);
    for (const [i, source] of sources.entries()) hits[i]!._source = source;
    return answer as T;
  }
}

interface Found {
  hits?: { hits: { _source?: unknown }[] };
}

const begin = Buffer.from('"_source":');
const end = Buffer.from(',"sort":[');

/**
 * Takes the sources out of an answer. Neither mark can stand within a string, where every quotation mark has a
 * backslash before it, and no record has a field `sort`.
 */
function cutSources(body: Buffer): { rest: string; sources: Buffer[] } {
  const sources: Buffer[] = [];
  let rest = '';
  let read = 0;
  for (let at = body.indexOf(begin); at !== -1; at = body.indexOf(begin, read)) {
    const from = at + begin.length;
    const to = body.indexOf(end, from);
    if (to === -1) break;
    sources.push(body.subarray(from, to));
    rest += `${body.toString('utf8', read, from)}null`;
    read = to;
  }
  return { rest: rest + body.toString('utf8', read), sources };
}
