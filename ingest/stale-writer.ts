/** A change that came too late: the live index was exchanged, or the import was ended, by somebody else meanwhile. */
export class StaleWriter extends Error {
  constructor() {
    super('The live index was exchanged, or the import was ended, meanwhile.');
    this.name = 'StaleWriter';
  }
}
