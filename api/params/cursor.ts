import { extension, text } from './parameter.ts';

/** Where to go on reading a list. */
export const cursorParam = text({
  description:
    '`meta.next_cursor` of an answer to the same filters, q and sort: gives the records that follow it. `limit` and `fields` may differ; not together with `page`.',
  maxLength: 500,
  ...extension,
});
