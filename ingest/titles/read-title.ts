/** What a lot's title says of its main gem. */
export interface TitleReading {
  gem_type?: string;
  carat?: number;
  origin?: string;
  treatment?: string;
  multiStone: boolean;
}

export function readTitle(_title: string): TitleReading {
  return { multiStone: false };
}
