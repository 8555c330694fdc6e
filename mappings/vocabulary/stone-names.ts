import { createVocabulary, entriesOf, listed } from './vocabulary.ts';

/**
 * Stones whose names the form of a title does not always tell, stones with several names, and those that were recut under
 * another one. An entry has the other names after the equals sign.
 */
export const stoneNames = createVocabulary(
  entriesOf(`
    Archduke Joseph =
    Blue Belle of Asia = Blue Belle
    Blue Moon of Josephine = Blue Moon Diamond
    Elizabeth Taylor Diamond = Krupp Diamond
    Graff Pink =
    Graff Ruby =
    Historic Pink =
    La Peregrina = Peregrina Pearl
    Oppenheimer Blue =
    Pink Legacy = Winston Pink Legacy
    Pink Star = CTF Pink Star; Steinmetz Pink
    Princie =
    Sunrise Ruby =
    Williamson Pink Star =
    Wittelsbach = Wittelsbach-Graff; Blauer Wittelsbacher
    Zoe Diamond = Mellon Blue`).map(([name, names]) => ({ name, synonyms: listed(names) })),
);
