/** The texts of the result for a stone, of its plot, and of its print. */
export const answerText = {
  title: 'Price range',
  range: (low: string, high: string) => `${low} – ${high}`,
  rangeNote: 'Most stones like this one sell for a price in this range at auction.',
  point: (median: string, perCarat: string) => `Median ${median}, or ${perCarat} per carat`,
  confidence: 'Confidence',
  similar: 'Most similar sales',
  notice:
    'This is a summary of published sales, not an appraisal. It does not compare color, clarity, cut, setting or history.',
  adjusted: (price: string) => `${price} per carat, adjusted to this stone`,
  print: 'Print or save as PDF',
  cite: 'Cite as',
  citation: (title: string, address: string, version: string, day: string) =>
    `“${title}.” Gemstone Auction Data Service. ${address} (data version ${version}, accessed ${day}).`,
  plot: {
    title: 'This stone among similar sales',
    lead: 'Each dot is a similar sale: its price per carat, adjusted to the weight of this stone and to the chosen day.',
    guide:
      'A larger dot is a more similar sale, with more influence on the result. The line is the weighted median. The shaded area is the range in which most such stones sell. The scale is logarithmic: equal distances are equal ratios.',
    label: (n: string, low: string, high: string) => `${n} sales from ${low} to ${high} per carat`,
    median: (price: string) => `This stone: ${price}`,
    axis: (unit: string) => `${unit} per carat, adjusted`,
  },
  method: 'How these sales were found',
};
