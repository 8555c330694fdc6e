import { createVocabulary, entriesOf, listed, type Term, untreated } from './vocabulary.ts';

/** How shops say that a stone was heated and nothing more ("Standard Heat Only"), and the codes of laboratories. */
const heatOfShops = [
  ...['', 'standard ', 'simple ', 'traditional ', 'normal ', 'regular ', 'conventional ']
    .flatMap((kind) =>
      ['heat', 'heated', 'heating', 'heat treated', 'heat treatment'].map((heat) => kind + heat),
    )
    .flatMap((words) => [words, `${words} only`]),
  ...listed(
    `H only; H(a); H(b); H(c); H(d); Heated (H); TE; Heat: yes; Only heat; Only heated; Nur erhitzt; Hitzebehandelt;
    Nur hitzebehandelt; Hitzebehandlung; Nur Hitzebehandlung; Thermisch behandelt; Gebrannt; Riscaldamento;
    Solo riscaldamento; Solo riscaldato; Trattamento termico; Solo trattamento termico; Chauffage; Chauffage seul;
    Chauffé uniquement; Chauffage uniquement; Traité thermiquement; Calentado; Calentada; Calentamiento;
    Scaldato; Scaldata; Solo calentado; Solo calentamiento; Tratamiento térmico; Solo tratamiento térmico`,
  ),
];

/**
 * The canonical treatments: what the trade pays for or against. Heat concerns corundum above all, oil emeralds; a source
 * that only says that a stone is natural or has no treatment means Untreated. Titles are read by
 * ingest/record/titles/find-treatment.ts.
 */
const treatmentTerms = entriesOf(`
  No heat = Unheated; Not heated; No heat treatment; No heating; No indications of heating;
    No indication of heating; No indications of heat treatment; No evidence of heat; No evidence of heating;
    No evidence of heat treatment; No thermal enhancement; No evidence of thermal enhancement;
    No gemological evidence of heat; Natural unheated; Non chauffé; Non chauffée; Sans traitement thermique;
    Sans chauffage; Sans chauffe; Non riscaldato; Non riscaldata; Unerhitzt; Nicht erhitzt;
    No thermal treatment; No indications of thermal treatment; No indications of thermal enhancement;
    Sans modification thermique; Senza trattamento termico; Ohne Hitzebehandlung; Ohne Wärmebehandlung;
    Ungebrannt; 無燒; 无烧; 非加熱 / NTE; NH; N/H; Unheat; Non heat; Non heated; Never heated; No heat only;
    Heat: none; Heat: no; Heating: none; Natural no heat; Natural non heated; Natural not heated;
    Unheated natural; No heat natural; 100% unheated; Aucune modification thermique;
    Aucun traitement thermique; Pas chauffé; Nessun trattamento termico; Nessun riscaldamento; Non scaldato;
    Sin calentar; No calentado; No calentada; Sin tratamiento térmico; Sin calentamiento;
    Keine Hitzebehandlung; Keine thermische Behandlung; Nicht hitzebehandelt
  Heated = Heat; Heat treated; Heat treatment; Heating; H; Indications of heating;
    Indications of heat treatment; Evidence of heat; Thermal enhancement; Thermally enhanced; Chauffé;
    Chauffée; Traitement thermique; Riscaldato; Riscaldata; Erhitzt; 加熱; 加热
  No oil = No clarity enhancement; No indications of clarity enhancement;
    No indication of clarity enhancement; No evidence of clarity enhancement; No clarity modification;
    No indications of clarity modification; Unoiled; Sans huile; Sans imprégnation; Senza olio; Non oleato;
    Ungeölt; Nicht geölt; Ohne Öl; 無油; 无油 / Sin aceite; Kein Öl; Keine Ölbehandlung; Aucune huile; Nessun olio
  Minor oil = Minor amount of oil; Minor clarity enhancement; Insignificant oil; Insignificant amount of oil;
    Insignificant clarity enhancement; Faint oil; Faint clarity enhancement; Slight oil; Traces of oil;
    Insignificant to minor oil; Huile mineure; Huile insignifiante; Olio minore; Geringe Ölbehandlung
    / Aceite menor; Aceite insignificante; Huile légère; Olio lieve; Wenig Öl; Leichte Ölbehandlung
  Moderate oil = Moderate amount of oil; Moderate clarity enhancement; Huile modérée; Olio moderato
    / Aceite moderado; Mäßige Ölbehandlung
  Significant oil = Significant amount of oil; Significant clarity enhancement; Prominent oil
  Oiled = Oil; Oil treated; Huilé; Huilée; Geölt; Oliato; Oleato / Aceite; Aceitado; Huile; Olio;
    Ölbehandlung; Ölbehandelt
  Clarity enhanced = Clarity enhancement; Clarity modified; Clarity modification
  Resin = Polymer; Resin filled; Opticon
  Glass filled = Lead glass filled; Glass filling; Fracture filled with glass
  Fracture filled = Fracture filling
  Diffused = Diffusion; Diffusion treated; Beryllium diffusion; Beryllium diffused; Surface diffusion / H(Be);
    Be diffused; Be diffusion; Be heated; Beryllium treated; Beryllium heated
  Irradiated = Irradiation; Bestrahlt; Irradié; Irradiée; Irraggiato; Irradiato
  HPHT = High pressure high temperature; HPHT treated; HPHT processed
  Dyed = Dye; Color treated; Teint; Teinté; Gefärbt
  Impregnated = Polymer impregnated; Impregnation
  Untreated = None; Natural; No treatment; Not treated; No treatments; No enhancement; Unenhanced;
    Not enhanced; No indications of treatment; No indication of treatment; No evidence of treatment;
    Non traité; Non traitée; Non trattato; Non trattata; Unbehandelt; 無處理; 无处理; 無処理 / Natural untreated;
    Untreated natural; Natural no treatment; 100% natural; All natural; None reported; Aucun; Aucune;
    Aucun traitement; Sans traitement; Keine; Keine Behandlung; Ohne Behandlung; Ohne; Nessuno; Nessun trattamento;
    Senza trattamento; Ninguno; Ningún tratamiento; Sin tratamiento; Sin tratar; No tratado; No tratada`).map(
  ([name, synonyms, others]): Term => ({
    name,
    synonyms: listed(synonyms),
    others: name === 'Heated' ? heatOfShops : listed(others),
  }),
);

/** Treatments by any of their names. */
export const treatments = createVocabulary(treatmentTerms);

/** The treatments that say that none was found, in the words of some gem. */
const untreatedNames = ['No heat', 'No oil', 'Untreated'];

/** The stored treatments that values of a request mean: `untreated` is each that says that none was found. */
export function treatmentsMeant(values: readonly string[]): string[] {
  return values.flatMap((value) => (value === untreated ? untreatedNames : [value]));
}
