import Type, { type Static } from 'typebox';

const parameters = (description: string) => Type.Record(Type.String(), Type.String(), { description });

/** A phrase as a request of the list, and how it was read. */
export const Interpretation = Type.Object(
  {
    filter: parameters('Parameters of the list that the phrase means.'),
    q: Type.Union([Type.String(), Type.Null()], {
      description: 'The remaining words, for `q` of the list; null where none remain.',
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
            'What they name: `gem_type`, `origin`, `treatment`, `auction_house`, `lab`, `object_type`, `status`, `weight`, `price`, `price_per_carat` or `date`. Later versions may add kinds.',
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

export type Interpretation = Static<typeof Interpretation>;
