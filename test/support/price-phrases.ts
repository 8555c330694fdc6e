/** Phrasings of one question: by how much the prices of rubies changed between 2010 and 2020. */
export const pricePhrases = [
  'ruby prices 2010-2020',
  'Did ruby prices rise between 2010 and 2020?',
  'have ruby prices risen from 2010 to 2020',
  'ruby price index 2010 to 2020',
  'price trend of rubies 2010–2020',
  'how did ruby prices change between 2010 and 2020',
  'how much did ruby prices rise from 2010 until 2020?',
  'price history of rubies 2010 through 2020',
  'how have prices of rubies changed between 2010 and 2020',
  'ruby prices over time, 2010-2020',
];
