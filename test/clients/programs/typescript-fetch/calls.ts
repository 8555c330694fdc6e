import {
  AuctionRecordsApi,
  Configuration,
  ErrorResponseFromJSON,
  ResponseError,
  SearchSuggestionsApi,
  StatisticsApi,
} from './client';

async function main() {
  const configuration = new Configuration({ basePath: process.argv[2] });
  const records = new AuctionRecordsApi(configuration);

  const list = await records.listAuctions({ gemName: ['ruby', 'sapphire'], limit: 5 });

  const walked: number[] = [];
  let cursor: string | undefined;
  do {
    const page = await records.listAuctions({ limit: 7, cursor });
    walked.push(...page.data.map(({ id }) => id));
    cursor = page.meta.nextCursor;
  } while (cursor);

  const detail = await records.getAuction({ id: list.data[0]!.id });
  const stats = await new StatisticsApi(configuration).getStats({ gemName: ['ruby'] });
  const suggestions = await new SearchSuggestionsApi(configuration).listSuggestions({ q: 'burm' });
  const refused = await problemOf(records.listAuctions({ priceMin: 5, priceMax: 4 }));
  const missing = await problemOf(records.getAuction({ id: Number.MAX_SAFE_INTEGER }));

  console.log(
    JSON.stringify({
      list: list.data.map(({ id }) => id),
      total: list.pagination.totalRecords,
      walked,
      title: detail.data.title,
      price: detail.data.priceFinalUsd,
      lots: stats.data.lots,
      value: stats.data.totalValueUsd,
      median: stats.data.priceUsd.median,
      suggestion: suggestions.data[0]?.text,
      origin: suggestions.data[0]?.filter.origin,
      refused: [refused.status, refused.error.code, refused.error.details[0]?.parameter],
      missing: [missing.status, missing.error.code],
    }),
  );
}

async function problemOf(call: Promise<unknown>) {
  try {
    await call;
  } catch (error) {
    if (!(error instanceof ResponseError)) throw error;
    const { status } = error.response;
    return { status, error: ErrorResponseFromJSON(await error.response.json()).error };
  }
  throw new Error('No error.');
}

main();
