import { readFileSync } from 'node:fs';
import type { TitleReading } from '../../../../../ingest/record/titles/read-title.ts';

/** A title invented after real patterns, with the values that a person reads in it. */
export interface LabelledTitle extends TitleReading {
  title: string;
  /** The kind of source: English auction house, press and dealer, shop listing, or a language. */
  style: string;
  /** Whether the rules were written without looking at its errors. */
  heldOut: boolean;
}

/** All labeled titles, in the order of the table. */
export function labelledTitles(): LabelledTitle[] {
  const [, ...lines] = readFileSync(new URL('labelled-titles.tsv', import.meta.url), 'utf8')
    .trim()
    .split('\n');
  return lines.map((line) => {
    const [set, style = '', title = '', gemType, carat, origin, treatment, object, several, grown] =
      line.split('\t');
    return {
      title,
      style,
      ...(gemType && { gem_type: gemType }),
      ...(carat && { carat: Number(carat) }),
      ...(origin && { origin }),
      ...(treatment && { treatment }),
      ...(object && { object_type: object as TitleReading['object_type'] }),
      multiStone: several === 'yes',
      labGrown: grown === 'yes',
      heldOut: set === 'held-out',
    };
  });
}
