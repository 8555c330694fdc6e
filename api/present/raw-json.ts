/** A part of an answer that is JSON already. */
export class RawJson {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** A list of values that each are JSON already. */
export const rawList = (values: readonly string[]): RawJson => new RawJson(`[${values.join(',')}]`);
