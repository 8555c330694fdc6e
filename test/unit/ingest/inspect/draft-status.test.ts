import { describe, expect, it } from 'vitest';
import { draftOfColumns } from '../../../support/draft-of-columns.ts';

/** The fields of the status, the suppositions and the questions about it, of columns beside three lots. */
function statusOf(columns: Record<string, unknown[]>) {
  const { profile, suppositions, questions } = draftOfColumns({
    Sale: ['A', 'A', 'A'],
    Lot: ['1', '2', '3'],
    Title: ['Ruby ring', 'Opal ring', 'Pearl ring'],
    'Price USD': ['1200', '340', ''],
    ...columns,
  });
  const { sale_status, is_sold } = profile.fields as Record<string, unknown>;
  return {
    fields: { ...(sale_status !== undefined && { sale_status }), ...(is_sold !== undefined && { is_sold }) },
    supposed: suppositions.map(({ text }) => text).join('\n'),
    questions: questions.filter(({ about }) => about === 'status'),
  };
}

const bySold = 'a lot with a price was sold';

describe('the sale status of a draft', () => {
  it.each([
    ['Status', ['Sold', 'Passed', 'Withdrawn']],
    ['Lot Outcome', ['SOLD', 'SOLD', 'BI']],
    ['Estado', ['Vendido', 'Desierto', 'Retirado']],
    // The values are enough.
    ['column 9', ['verkauft', 'verkauft', 'zurückgezogen']],
    ['Result', ['Sold after sale', 'B/I', 'W/D']],
  ])('a column %j with the words %j is the status', (name, values) => {
    expect(statusOf({ [name]: values })).toMatchObject({ fields: { sale_status: name }, questions: [] });
  });

  it.each([
    ['Not Published Results', ['false', 'false', 'false']],
    ['Result Hidden', ['false', 'true', 'false']],
    ['Paid', ['yes', 'no', 'yes']],
    ['Heated', ['yes', 'no', 'no']],
    ['sold_online', ['false', 'true', 'false']],
    ['Availability', ['yes', 'yes', 'no']],
    ['Title 2', ['Ring, sold with its box', 'Brooch, passed down', 'Pendant']],
    ['Status', ['Closed', 'Closed', 'Closed']],
    ['Payment status', ['open', 'settled', 'open']],
  ])('a column %j with the values %j is not the status', (name, values) => {
    const { fields, questions, supposed } = statusOf({ [name]: values });
    expect({ fields, questions }).toEqual({ fields: {}, questions: [] });
    expect(supposed).toContain(bySold);
  });

  it.each(['true', 'false'])('a column that says %s of every lot is not the status', (value) => {
    const { fields, questions, supposed } = statusOf({ Sold: [value, value, value] });
    expect({ fields, questions }).toEqual({ fields: {}, questions: [] });
    expect(supposed).toContain('"Sold" is not the sale status, since all rows have the same');
  });

  it.each([
    ['Sold', 'yes', 'no', 'sold', 'unsold'],
    ['is_sold', 'True', 'False', 'sold', 'unsold'],
    ['Verkauft', 'ja', 'nein', 'sold', 'unsold'],
    ['Vendu', 'oui', 'non', 'sold', 'unsold'],
    ['Sold (Y/N)', 'Y', 'N', 'sold', 'unsold'],
    ['Not sold', 'yes', 'no', 'unsold', 'sold'],
    ['Unsold', '1', '0', 'unsold', 'sold'],
    ['Invendu', 'oui', 'non', 'unsold', 'sold'],
    ['Nicht verkauft', 'ja', 'nein', 'unsold', 'sold'],
    ['No vendido', 'sí', 'no', 'unsold', 'sold'],
    // A lot that was not passed may have been withdrawn.
    ['Passed', 'yes', 'no', 'unsold', null],
    ['Bought in', 'yes', 'no', 'unsold', null],
    ['Withdrawn', 'true', 'false', 'withdrawn', null],
  ])('in a column %j, %j and %j are %j and %j', (name, yes, no, meansYes, meansNo) => {
    const { fields, questions } = statusOf({ [name]: [yes, no, no] });
    expect(questions).toEqual([]);
    expect(fields).toEqual({ sale_status: { column: name, map: { [yes]: meansYes, [no]: meansNo } } });
  });

  it('yes in some rows only is a status, and one column can add withdrawn lots to another', () => {
    expect(statusOf({ Withdrawn: ['yes', '', ''] }).fields).toEqual({
      sale_status: { column: 'Withdrawn', map: { yes: 'withdrawn' } },
    });
    expect(statusOf({ Sold: ['yes', 'no', 'no'], Withdrawn: ['no', 'yes', 'no'] }).fields).toEqual({
      is_sold: { column: 'Sold', map: { yes: true, no: false } },
      sale_status: { column: 'Withdrawn', map: { yes: 'withdrawn', no: null } },
    });
  });

  it('words and codes without a known status are asked about, with their rows', () => {
    const { fields, questions } = statusOf({ 'Lot Status': ['Sold', 'RP', 'RP'] });
    expect(fields).toEqual({});
    expect(questions).toMatchObject([
      { ask: expect.stringContaining('What do these mean in "Lot Status": "RP" (2)?'), rows: 2 },
    ]);
    const map = (status: string | null) => ({
      fields: { sale_status: { column: 'Lot Status', map: { RP: status } } },
    });
    expect(questions[0]!.answers.map(({ set }) => set)).toEqual([
      map('unsold'),
      map('withdrawn'),
      map('sold'),
      map(null),
    ]);
    expect(statusOf({ Outcome: ['S', 'U', 'S'] }).questions[0]!.ask).toContain('"S" (2), "U" (1)');
    expect(statusOf({ Status: ['Y', 'N', 'N'] }).questions[0]!.ask).toContain('"Y" (1), "N" (2)');
  });
});
