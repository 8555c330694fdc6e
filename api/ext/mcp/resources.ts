import { quoted } from './answer.ts';
import { definitions, knownNames } from './term-tools.ts';
import type { Api, Json } from './tool.ts';

const markdown = 'text/markdown';

/** Texts for reading, which no call needs. */
export const resources = [
  {
    uri: 'gem-auctions://vocabulary',
    name: 'vocabulary',
    description: 'The names that filters take, each with its number of lots',
    mimeType: markdown,
    async read(api: Api): Promise<string> {
      const { names } = await knownNames(api);
      const kinds = Map.groupBy(names, ({ kind }) => kind);
      return [...kinds]
        .map(([kind, all]) => {
          const list = all.filter(({ lots }) => lots > 0).map(({ name, lots }) => `${name} (n ${lots})`);
          return `## ${kind}\n\n${list.join(', ')}\n\nWithout lots: ${all.length - list.length}`;
        })
        .join('\n\n');
    },
  },
  {
    uri: 'gem-auctions://definitions',
    name: 'definitions',
    description: 'What every statistic, field, parameter and flag means',
    mimeType: markdown,
    async read({ document }: Api): Promise<string> {
      return definitions(document)
        .map(({ name, meaning }) => `- ${name}: ${meaning}`)
        .join('\n');
    },
  },
  {
    uri: 'gem-auctions://coverage',
    name: 'coverage',
    description:
      'For each auction house: its lots, its newest sale, and the shares of lots whose facts are known',
    mimeType: markdown,
    async read(api: Api): Promise<string> {
      const { data, meta } = await api.get('/api/ext/coverage', { group_by: 'auction_house', limit: 200 });
      const shares = ['status', 'weight', 'origin', 'treatment', 'estimates', 'price'];
      const rows = data.groups.map((group: Json) =>
        [
          ...[
            quoted(group.auction_house ?? 'unknown'),
            group.lots,
            group.sold_lots,
            group.newest_sale ?? 'unknown',
          ],
          ...shares.map((field) => group[field].share ?? 'unknown'),
        ].join(' | '),
      );
      return [
        `Data version ${meta.data_version}, as of ${meta.as_of}. Shares are of the lots, those of prices of the sold lots.`,
        '',
        `| house | lots (n) | sold lots (n) | newest sale | ${shares.join(' | ')} |`,
        `|${' --- |'.repeat(4 + shares.length)}`,
        ...rows.map((row: string) => `| ${row} |`),
      ].join('\n');
    },
  },
];
