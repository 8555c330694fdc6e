import type { TProperties } from 'typebox';
import Type from 'typebox';
import { defineRoute } from '../../endpoint/define-route.ts';
import { queryOf } from '../../filters/filter-clauses.ts';
import { asked } from '../../filters/phrase/read-question.ts';
import { understand } from '../../filters/phrase/read-request.ts';
import { text } from '../../parameters/kinds.ts';

/** Parameters of /interpret. */
const interpretParams = {
  q: text({
    description:
      'A phrase as a person types it, in any order of its parts: `unheated burma ruby 5 carat`, `sotheby 2019 emerald`, `padparadscha over 100k`. What is in double quotes is not interpreted.',
    examples: ['unheated burma ruby 5 carat'],
  }),
} satisfies TProperties;

const parameters = (description: string) => Type.Record(Type.String(), Type.String(), { description });

/** A phrase as a request of the list, and how it was read. */
const Interpretation = Type.Object(
  {
    asks_for: Type.Enum([...asked], {
      description:
        'What the phrase asks for: `lots` (no question), the `value` of a stone ("what is a 4 ct emerald worth", "price of …"), price `records` ("most expensive …"), auction `houses` ("who sells the most …", "sell-through …") or `prices` over time ("price index of …", "compare … and …"). Later versions may add values.',
    }),
    carat: Type.Union([Type.Number(), Type.Null()], {
      description:
        'The weight in carats of the stone whose `value` is asked for, as it was typed: 4 for "4 ct". Null where the phrase asks for something else, or names no weight or a range. `filter` has the weights that it means.',
    }),
    filter: parameters('Parameters of the list that the phrase means.'),
    q: Type.Union([Type.String(), Type.Null()], {
      description:
        'The remaining words, for `q` or `prefer` of the list; null where none remain. The words of a question are left out.',
    }),
    unknown: Type.Array(Type.String(), {
      description: 'The words of `q` that no title has; the list finds nothing with one of them.',
    }),
    lots: Type.Integer({
      minimum: 0,
      description: 'Number of lots that the list finds with `filter` and `q`.',
    }),
    parts: Type.Array(
      Type.Object({
        text: Type.String({ description: 'The words of the phrase.' }),
        kind: Type.String({
          description:
            'What they name: `gem_type`, `origin`, `treatment`, `auction_house`, `lab`, `object_type`, `status`, `weight`, `price`, `price_per_carat`, `date`, `location` or `lot_number`. Later versions may add kinds.',
        }),
        filter: parameters('The parameters of the list that they mean.'),
        label: Type.String({ description: 'What they mean, to be shown.', examples: ['Myanmar'] }),
      }),
      { description: 'The understood parts, in the order of the phrase.' },
    ),
    corrections: Type.Array(
      Type.Object({
        text: Type.String({ description: 'The words as they were typed.' }),
        parameter: Type.String({ description: 'The parameter of the list whose value is meant.' }),
        value: Type.String({ description: 'The name that was taken instead; at least one lot has it.' }),
      }),
      { description: 'The corrected parts.' },
    ),
  },
  { $id: 'Interpretation', title: 'Interpretation' },
);

/** GET /api/ext/interpret */
export const interpretation = defineRoute({
  path: '/api/ext/interpret',
  operationId: 'getInterpretation',
  tag: 'Search suggestions',
  summary: 'What a phrase means',
  description:
    'Reads a phrase as a request of the list: send `filter` and `q` to `/api/v1/auctions`. Names of gems, origins, houses, treatments, laboratories, objects and statuses are found by every synonym. A bare weight means all weights that begin with its digits, as the trade sorts stones: `5 carat` is 5.00 to 5.99, `3.5 ct` 3.50 to 3.59, `3.52 ct` 3.52 alone; `about 5 ct` is within 5%. A bare price is within 10%; only US dollars are read. Bounds (`over`, `under`, `2-3 ct`, `5ct+`) are inclusive; `before 2010` ends on 2009-12-31. Years before 1970 are words of titles. `geneva` or `in Geneva` is the place of the sale, `lot 502` the number of a lot. Several names of one kind match any of them. Words of a question, such as `what is … worth`, are in `asks_for` and not in `q`; the nouns `price`, `value`, `worth`, `record` and `prices` ask only beside an understood part, so that `The Price of Peace ruby` stays a title. A mistyped word is corrected to the nearest name that lots have, unless the title of a lot has the word; `corrections` has every such word.',
  isExtension: true,
  params: interpretParams,
  data: Interpretation,
  examples: [
    'q=unheated+burma+ruby+5+carat',
    'q=sotheby+2019+emerald',
    'q=padparadscha+over+100k',
    'q=value+of+a+3+ct+ruby',
  ],
  cost: 'brief',
  async handle({ params, search }) {
    const understood = await understand(params.q, search);
    const { filter, q } = understood;
    const [lots] = await search.counts([queryOf({ ...filter, ...(q !== null && { q }) })]);
    return { data: { ...understood, lots: lots! } };
  },
});
