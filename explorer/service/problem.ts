/** The reasons why there may be no response. */
export type ProblemKind = 'refused' | 'missing' | 'limited' | 'busy' | 'unreachable';

/** A problem in a visitor's words. */
export interface ProblemWords {
  title: string;
  advice: string;
  /** One sentence for each value that is not valid. */
  details?: string[];
}

/** Thrown when there is no response, with words for the visitor. */
export class Problem extends Error {
  readonly kind: ProblemKind;
  readonly words: ProblemWords;
  /** Seconds after which to retry. */
  readonly retryAfterS: number | undefined;

  constructor(kind: ProblemKind, words: ProblemWords, retryAfterS?: number, cause?: unknown) {
    super(words.title, { cause });
    this.kind = kind;
    this.words = words;
    this.retryAfterS = retryAfterS;
  }
}
