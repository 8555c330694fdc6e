import { setTimeout as pause } from 'node:timers/promises';
import type { AuctionRecord } from '../../../mappings/record.ts';
import { type Body, type CheckedAnswer, get } from '../get.ts';
import { isGenuine, type ScenarioLots } from './lots.ts';
import type { Seen, Tally } from './tally.ts';

/** The next step of a client. It throws `Wrong` for a response that no client may get. */
type Step = () => Promise<Seen>;

/** A response that no client may get. */
class Wrong extends Error {}

/** Pauses between two requests of one client, and between two exports, so that most CPU time is left to the service. */
const paceMs = 40;
const exportPaceMs = 400;

const list = '/api/v1/auctions';
/** Compressing all responses would take more CPU time than reading them. */
const uncompressed = { 'Accept-Encoding': 'identity' };

/**
 * Clients that read continuously, each in its own way, and check every response. The tally counts the results.
 * @returns a function that stops the clients; it resolves when the last request is over
 */
export function startReaders(url: string, lots: ScenarioLots, tally: Tally): () => Promise<void> {
  const look = looks(url, lots, tally);
  const clients = [look.pages(), look.unchanged(), look.walk(), look.details(), look.statistics()];
  let isReading = true;
  const run = async (step: Step, isExport: boolean) => {
    while (isReading) {
      try {
        tally.note(await step(), isExport);
      } catch (error) {
        // fetch throws a TypeError if the connection fails. Other errors are about responses.
        if (error instanceof TypeError) tally.note('broken', isExport);
        else tally.wrong.push((error as Error).message);
      }
      await pause(isExport ? exportPaceMs : paceMs);
    }
  };
  const running = [...clients.map((step) => run(step, false)), run(look.suggestions(), false)];
  running.push(run(look.wholeExport(), true), run(look.leave(), true));
  return async () => {
    isReading = false;
    await Promise.all(running);
  };
}

function looks(url: string, lots: ScenarioLots, tally: Tally) {
  const least = lots.baseCount;
  const most = lots.final.size;
  const between = (n: number, what: string) => {
    if (!(n >= least && n <= most)) throw new Wrong(`${what} is ${n}, outside ${least} to ${most}`);
  };
  const ask = async (path: string, query: string, init?: RequestInit) =>
    checked(await get(url, path, query, init), `${path}?${query}`, tally);

  return {
    /** Random pages: each has the promised number of records, as written and in order. */
    pages(): Step {
      let page = 0;
      return async () => {
        page = (page % 30) + 1;
        const { seen, body } = await ask(list, `limit=50&page=${page}`);
        if (!body) return seen;
        between(body.pagination.total_records, 'total_records');
        if (body.data.length !== 50) throw new Wrong(`page ${page} has ${body.data.length} records`);
        expectWhole(body.data);
        return seen;
      };
    },

    /** The same page with the ETag of its last response: either 304 or another data version. */
    unchanged(): Step {
      let known: { etag: string; version: string } | undefined;
      return async () => {
        const headers: Record<string, string> = known ? { 'If-None-Match': known.etag } : {};
        const answer = await ask(list, 'gem_name=ruby&limit=20', { headers });
        if (answer.seen === 304 && !known) throw new Wrong('304 without a tag');
        if (!answer.body) return answer.seen;
        expectWhole(answer.body.data);
        known = { etag: answer.headers.get('etag')!, version: answer.body.meta.data_version };
        return answer.seen;
      };
    },

    /** A walk by cursor that repeats failed steps: it has each steady record exactly once. */
    walk(): Step {
      const steady = new Set(lots.steadyIds);
      let met: number[] = [];
      let cursor = '';
      return async () => {
        const { seen, body } = await ask(list, `fields=id&limit=100${cursor && `&cursor=${cursor}`}`);
        if (!body) return seen;
        met.push(...idsOf(body.data).filter((id) => steady.has(id)));
        cursor = body.meta.next_cursor ?? '';
        if (cursor) return seen;
        if (new Set(met).size !== met.length) throw new Wrong('a walk read a record twice');
        if (met.length !== steady.size)
          throw new Wrong(`a walk read ${met.length} of ${steady.size} records`);
        met = [];
        return seen;
      };
    },

    /** Existing records, and sometimes one that never exists. */
    details(): Step {
      let turn = 0;
      return async () => {
        const exists = ++turn % 10 !== 0;
        const id = exists ? 1 + ((turn * 37) % lots.baseCount) : 500_000_000;
        const { seen, body } = await ask(`${list}/${id}`, '');
        if ((seen === 404 && exists) || (seen === 200 && !exists)) throw new Wrong(`record ${id} → ${seen}`);
        if (body) expectWhole([body.data]);
        return seen;
      };
    },

    /** Statistics whose parts must add up. */
    statistics(): Step {
      let turn = 0;
      return async () => {
        if (++turn % 2 === 0) {
          const { seen, body } = await ask('/api/v1/stats', '');
          if (body) between(body.data.lots, 'lots');
          if (body && body.data.lots !== body.data.sold_lots) throw new Wrong('not all lots are sold');
          return seen;
        }
        const { seen, body } = await ask('/api/v1/stats/market', 'group_by=gem_type');
        if (!body) return seen;
        const lotsOfAll = body.data.reduce((sum: number, group: Body) => sum + group.lots, 0);
        between(lotsOfAll + body.meta.ungrouped_lots, 'the lots of all groups');
        return seen;
      };
    },

    suggestions(): Step {
      return async () => {
        const { seen, body } = await ask('/api/v1/suggestions', 'q=sap');
        if (body && body.data[0]?.text !== 'Sapphire') throw new Wrong('Sapphire is not suggested for sap');
        return seen;
      };
    },

    /** An export: each steady record once, each record complete, as many as promised; or a broken connection. */
    wholeExport(): Step {
      return async () => {
        const response = await fetch(`${url}/api/ext/export/auctions?format=ndjson`, {
          headers: uncompressed,
        });
        if (response.status !== 200) return checked(await answerOf(response), 'the export', tally).seen;
        const records = (await response.text()).trimEnd().split('\n').map(parseLine);
        const promised = Number(response.headers.get('x-total-records'));
        if (records.length !== promised) throw new Wrong(`${records.length} of ${promised} were exported`);
        between(promised, 'an export');
        expectWhole(records);
        const ids = new Set(idsOf(records));
        const lost = lots.steadyIds.filter((id) => !ids.has(id));
        if (lost.length > 0) throw new Wrong(`an export lacks ${lost.length} records, ${lost[0]} for one`);
        return 200;
      };
    },

    /** An export whose client disconnects after the first bytes. */
    leave(): Step {
      return async () => {
        const leaving = new AbortController();
        const response = await fetch(`${url}/api/ext/export/auctions?format=csv`, {
          headers: uncompressed,
          signal: leaving.signal,
        });
        if (response.status !== 200) return checked(await answerOf(response), 'the export', tally).seen;
        await response.body!.getReader().read();
        leaving.abort();
        return 200;
      };
    },
  };
}

const idsOf = (records: { id: number }[]) => records.map(({ id }) => id);

const parseLine = (line: string): AuctionRecord => JSON.parse(line);

const answerOf = async (response: Response): Promise<CheckedAnswer> => ({
  status: response.status,
  headers: response.headers,
  body: await response.json(),
});

/** Checks a response, and returns its body if it has data. */
function checked({ status, headers, body }: CheckedAnswer, what: string, tally: Tally) {
  if (status === 503) {
    if (!['unavailable', 'overloaded'].includes(body.error?.code))
      throw new Wrong(`${what} → 503 without its code`);
    if (!(Number(headers.get('retry-after')) >= 1)) throw new Wrong(`${what} → 503 without Retry-After`);
    tally.reasons.add(`${what} → ${body.error.message}`);
  } else if (![200, 304, 404].includes(status)) {
    throw new Wrong(`${what} → ${status} ${JSON.stringify(body)}`);
  }
  return { seen: status as Seen, headers, body: status === 200 ? body : undefined };
}

function expectWhole(records: AuctionRecord[]): void {
  if (new Set(idsOf(records)).size !== records.length)
    throw new Wrong('a record appears twice in a response');
  const strange = records.find((record) => !isGenuine(record));
  if (strange) throw new Wrong(`this record was never written: ${JSON.stringify(strange)}`);
}
