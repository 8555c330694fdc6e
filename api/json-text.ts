/** A part of an answer that is JSON already. */
export class JsonText {
  readonly json: string;

  constructor(json: string) {
    this.json = json;
  }
}

/** A list of values that each are JSON already. */
export const jsonList = (values: readonly string[]): JsonText => new JsonText(`[${values.join(',')}]`);
