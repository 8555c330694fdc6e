import type { TProperties } from 'typebox';
import { text } from './parameter.ts';

/** Parameters of /interpret. */
export const interpretParams = {
  q: text({
    description:
      'A phrase as a person types it, in any order of its parts: `unheated burma ruby 5 carat`, `sotheby 2019 emerald`, `padparadscha over 100k`. What is in double quotes is not interpreted.',
    examples: ['unheated burma ruby 5 carat'],
  }),
} satisfies TProperties;
