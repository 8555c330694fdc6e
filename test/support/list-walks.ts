import { type Body, get } from './get.ts';

const path = '/api/v1/auctions';

/** The results of reading the whole list. */
export interface Walk {
  ids: number[];
  /** The data versions in the order of the responses. */
  versions: string[];
}

/** Reads one response; any status but 200 is an error. */
async function ask(url: string, query: string): Promise<Body> {
  const { status, body } = await get(url, path, query);
  if (status !== 200) throw new Error(`${query} → ${status} ${JSON.stringify(body)}`);
  return body;
}

function note(walk: Walk, body: Body): void {
  for (const { id } of body.data) walk.ids.push(id);
  if (walk.versions.at(-1) !== body.meta.data_version) walk.versions.push(body.meta.data_version);
}

/** Reads all pages that the responses promise. */
export async function walkPages(url: string, onPage: (page: number) => void = () => {}): Promise<Walk> {
  const walk: Walk = { ids: [], versions: [] };
  let pages = 1;
  for (let page = 1; page <= pages; page++) {
    const body = await ask(url, `fields=id&limit=100&page=${page}`);
    pages = body.pagination.total_pages;
    note(walk, body);
    onPage(page);
  }
  return walk;
}

/** Follows `next_cursor` to the end. */
export async function walkByCursor(url: string, onPage: (page: number) => void = () => {}): Promise<Walk> {
  const walk: Walk = { ids: [], versions: [] };
  let cursor: string | undefined = '';
  for (let page = 1; cursor !== undefined; page++) {
    const body: Body = await ask(url, `fields=id&limit=100${cursor && `&cursor=${cursor}`}`);
    cursor = body.meta.next_cursor;
    note(walk, body);
    onPage(page);
  }
  return walk;
}

/** Reads the export of all lots; returns the ids and the promised number of lots. */
export async function readExport(
  url: string,
  onRow: (row: number) => Promise<void> | void = () => {},
): Promise<{ ids: number[]; promised: number }> {
  const response = await fetch(`${url}/api/ext/export/auctions?format=ndjson&fields=id`);
  if (response.status !== 200) throw new Error(`The export answered ${response.status}.`);
  const ids: number[] = [];
  let rest = '';
  for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop()!;
    for (const line of lines) {
      ids.push(JSON.parse(line).id);
      await onRow(ids.length);
    }
  }
  if (rest !== '') throw new Error(`The export ends in half a line: ${rest}`);
  return { ids, promised: Number(response.headers.get('x-total-records')) };
}
