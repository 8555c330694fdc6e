import { definitions, knownNames } from './term-tools.ts';
import type { Api } from './tool.ts';

/** Lists for reading, which no call needs: a line for each element. */
export const resources = [
  {
    uri: 'gem-auctions://vocabulary',
    name: 'vocabulary',
    description: 'The names that filters take and that have lots, each with its number of lots',
    mimeType: 'text/plain',
    async list(api: Api): Promise<object[]> {
      const { names } = await knownNames(api);
      return names.filter(({ lots }) => lots > 0).map(({ kind, name, lots }) => ({ kind, name, lots }));
    },
  },
  {
    uri: 'gem-auctions://definitions',
    name: 'definitions',
    description: 'What every statistic, field, parameter and flag means',
    mimeType: 'text/plain',
    list: async ({ document }: Api): Promise<object[]> => definitions(document),
  },
  {
    uri: 'gem-auctions://coverage',
    name: 'coverage',
    description:
      'For each auction house: its lots, its newest sale, and the shares of lots whose facts are known',
    mimeType: 'text/plain',
    async list(api: Api): Promise<object[]> {
      return (await api.get('/api/ext/coverage', { group_by: 'auction_house', limit: 200 })).data.groups;
    },
  },
];
