/** The texts of the answer about a stone, of its plot, and of its page in print. */
export const enAnswer = {
  title: 'The answer',
  range: (low: string, high: string) => `${low} – ${high}`,
  rangeNote: 'Most stones like this one sell within this range, at auction.',
  point: (median: string, perCarat: string) => `Midpoint ${median}, or ${perCarat} per carat`,
  confidence: 'Confidence',
  similar: 'The three most similar sales',
  adjusted: (price: string) => `${price} per carat, adjusted to this stone`,
  print: 'Print or save as PDF',
  cite: 'Cite as',
  citation: (title: string, address: string, version: string, day: string) =>
    `“${title}.” Gemstone Auction Data Service. ${address} (data version ${version}, accessed ${day}).`,
  plot: {
    title: 'Where this stone stands among the sales',
    lead: 'Each dot is a similar sale: its price per carat, adjusted to the weight and day of this stone.',
    guide:
      'Larger dots are sales that resemble this stone more and therefore count more. The line is the weighted median, and the shaded area is the range in which most such stones sell. The scale is logarithmic: equal distances are equal ratios.',
    label: (n: string, low: string, high: string) => `${n} sales, from ${low} to ${high} per carat`,
    median: (price: string) => `This stone: ${price}`,
    axis: (unit: string) => `${unit} per carat, adjusted`,
  },
  method: 'How these sales were found',
  valueToday: 'Find what this stone would sell for today',
};

/** The type that a translation must have. */
export type AnswerText = typeof enAnswer;
