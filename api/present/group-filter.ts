import Type from 'typebox';

/** The filter of a facet value or a market group. */
export const GroupFilter = Type.Record(Type.String(), Type.String(), {
  description:
    'Parameters of the list that find exactly these lots, including the filters of the request: encode each value and put it into a URL.',
  examples: [{ origin: 'Myanmar' }],
  'x-extension': true,
});
