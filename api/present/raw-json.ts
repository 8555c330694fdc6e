/** A part of a response that is already JSON text. */
export class RawJson {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** A list of values that are already JSON text. */
export const rawList = (values: readonly string[]): RawJson => new RawJson(`[${values.join(',')}]`);
