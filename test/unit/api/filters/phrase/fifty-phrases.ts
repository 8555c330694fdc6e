/** A phrase that a dealer types, the filters that the dealer expects, and the words left for title search. */
export interface Phrase {
  typed: string;
  /** Parameters of the list. */
  filter: Record<string, string>;
  q: string | null;
}

/** Written before the phrase reader, and not adapted to it. */
export const fiftyPhrases: Phrase[] = [
  phrase('unheated burma ruby 5 carat', {
    ...{ gem_name: 'Ruby', origin: 'Myanmar', treatment: 'No heat' },
    ...{ weight_min: '5.00', weight_max: '5.99' },
  }),
  phrase('saphire', { gem_name: 'Sapphire' }),
  phrase('saphhire kashmir', { gem_name: 'Sapphire', origin: 'Kashmir' }),
  phrase('sotheby 2019 emerald', { gem_name: 'Emerald', auction_house: "Sotheby's", year: '2019' }),
  phrase('padparadscha over 100k', { gem_name: 'Padparadscha Sapphire', price_min: '100000' }),
  phrase('padparascha', { gem_name: 'Padparadscha Sapphire' }),
  phrase('kashmir sapphire under 10 ct no heat', {
    ...{ gem_name: 'Sapphire', origin: 'Kashmir', treatment: 'No heat', weight_max: '10.00' },
  }),
  phrase('2-3 ct colombian emerald minor oil', {
    ...{ gem_name: 'Emerald', origin: 'Colombia', treatment: 'Minor oil' },
    ...{ weight_min: '2.00', weight_max: '3.00' },
  }),
  phrase('ruby rings sold 2015 to 2018 geneva christies', {
    ...{ gem_name: 'Ruby', object_type: 'ring', status: 'sold', auction_house: "Christie's" },
    ...{ date_from: '2015-01-01', date_to: '2018-12-31' },
  }),
  // There is no filter for the color of a ruby, but the gem is certain.
  phrase('pigeon blood', { gem_name: 'Ruby' }),
  phrase('vivid blue diamond 5ct+', { gem_name: 'Blue Diamond', weight_min: '5.00' }),
  phrase('art deco bracelet', { object_type: 'bracelet' }, 'art deco'),
  phrase('lot 1234', { lot_number: '1234' }),
  phrase('burma', { origin: 'Myanmar' }),
  phrase('mogok rubies', { gem_name: 'Ruby', origin: 'Myanmar' }),
  phrase('sunrise ruby', { gem_name: 'Ruby' }, 'sunrise'),
  phrase('ceylon sapphire about 20 ct', {
    ...{ gem_name: 'Sapphire', origin: 'Sri Lanka', weight_min: '19.00', weight_max: '21.00' },
  }),
  phrase('3.52 ct ruby', { gem_name: 'Ruby', weight_min: '3.52', weight_max: '3.52' }),
  phrase('ruby 3,5 cts', { gem_name: 'Ruby', weight_min: '3.50', weight_max: '3.59' }),
  phrase('emeralds between 50k and 100k', { gem_name: 'Emerald', price_min: '50000', price_max: '100000' }),
  phrase('spinel under $1m', { gem_name: 'Spinel', price_max: '1000000' }),
  phrase('$50k-100k paraiba', {
    ...{ gem_name: 'Paraíba Tourmaline', price_min: '50000', price_max: '100000' },
  }),
  phrase('kashmir over 100k per carat', { origin: 'Kashmir', price_per_carat_min: '100000' }),
  phrase('colombian emerald since 2015', {
    ...{ gem_name: 'Emerald', origin: 'Colombia', date_from: '2015-01-01' },
  }),
  phrase('alexandrite before 2010', { gem_name: 'Alexandrite', date_to: '2009-12-31' }),
  phrase('burmese spinel 2010s', {
    ...{ gem_name: 'Spinel', origin: 'Myanmar', date_from: '2010-01-01', date_to: '2019-12-31' },
  }),
  phrase('christies november 2021', {
    ...{ auction_house: "Christie's", date_from: '2021-11-01', date_to: '2021-11-30' },
  }),
  phrase('unsold kashmir sapphires', { gem_name: 'Sapphire', origin: 'Kashmir', status: 'unsold' }),
  phrase('bought in emerald rings', { gem_name: 'Emerald', object_type: 'ring', status: 'unsold' }),
  phrase('gubelin ssef ruby', { gem_name: 'Ruby', lab: 'Gübelin,SSEF' }),
  phrase('no oil colombian emeralds at christies', {
    ...{ gem_name: 'Emerald', origin: 'Colombia', treatment: 'No oil', auction_house: "Christie's" },
  }),
  phrase('GIA certified pink diamond', { gem_name: 'Pink Diamond', lab: 'GIA' }),
  phrase('ruby and sapphire', { gem_name: 'Ruby,Sapphire' }),
  phrase('smaragd kolumbien', { gem_name: 'Emerald', origin: 'Colombia' }),
  phrase('rubis birman non chauffé', { gem_name: 'Ruby', origin: 'Myanmar', treatment: 'No heat' }),
  phrase('緬甸 紅寶石', { gem_name: 'Ruby', origin: 'Myanmar' }),
  phrase('zaffiro kashmir anello', { gem_name: 'Sapphire', origin: 'Kashmir', object_type: 'ring' }),
  phrase('cartier ruby necklace', { gem_name: 'Ruby', object_type: 'necklace' }, 'cartier'),
  phrase('"blue moon"', {}, '"blue moon"'),
  phrase('5 to 10 carat ruby over $500,000', {
    ...{ gem_name: 'Ruby', weight_min: '5.00', weight_max: '10.00', price_min: '500000' },
  }),
  phrase('10ct or more alexandrite', { gem_name: 'Alexandrite', weight_min: '10.00' }),
  phrase('less than 2 carats demantoid russia', {
    ...{ gem_name: 'Demantoid', origin: 'Russia', weight_max: '2.00' },
  }),
  phrase('heated mozambique ruby', { gem_name: 'Ruby', origin: 'Mozambique', treatment: 'Heated' }),
  phrase('braclet colombian emerld', { gem_name: 'Emerald', origin: 'Colombia', object_type: 'bracelet' }),
  phrase('burmise ruby', { gem_name: 'Ruby', origin: 'Myanmar' }),
  phrase('star sapphire', { gem_name: 'Star Sapphire' }),
  // A decade before the first recorded auctions is the age of the jewel.
  phrase('1930s diamond brooch', { gem_name: 'Diamond', object_type: 'brooch' }, '1930s'),
  // A question, whose words name nothing.
  phrase('most expensive', {}),
  phrase('ruby 1.5 million and up', { gem_name: 'Ruby', price_min: '1500000' }),
  phrase('sri lanka 2018-2020 sapphire ring 8ct unheated bonhams', {
    ...{ gem_name: 'Sapphire', origin: 'Sri Lanka', object_type: 'ring', treatment: 'No heat' },
    ...{ weight_min: '8.00', weight_max: '8.99', auction_house: 'Bonhams' },
    ...{ date_from: '2018-01-01', date_to: '2020-12-31' },
  }),
];

function phrase(typed: string, filter: Record<string, string>, q: string | null = null): Phrase {
  return { typed, filter, q };
}
