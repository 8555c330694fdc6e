/** The folded names of the months: English, French, Italian, German, Austrian, Spanish with two forms of September. */
export const monthNames: readonly string[] = [
  'january february march april may june july august september october november december',
  'janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre',
  'gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre',
  'januar februar marz april mai juni juli august september oktober november dezember',
  'janner feber maerz april mai juni juli august september oktober november dezember',
  'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre',
  'enero febrero marzo abril mayo junio julio agosto setiembre octubre noviembre diciembre',
];

/** The months in English. */
export const englishMonths: readonly string[] = monthNames[0]!.split(' ');
