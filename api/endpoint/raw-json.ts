/** A part of an answer that is JSON already: bytes that follow each other. */
export class RawJson {
  readonly pieces: readonly Uint8Array[];

  constructor(pieces: readonly Uint8Array[]) {
    this.pieces = pieces;
  }
}

const comma = Buffer.from(',');

/** A list of values that each are JSON already. */
export function rawList(values: readonly Uint8Array[]): RawJson {
  const following = values.slice(1).flatMap((value) => [comma, value]);
  return new RawJson([Buffer.from('['), ...values.slice(0, 1), ...following, Buffer.from(']')]);
}
