/** Thrown when an import ends without having done its work; the reason is for the operator. */
export class ImportFailed extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'ImportFailed';
  }
}
