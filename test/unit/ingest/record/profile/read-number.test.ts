import { describe, expect, it } from 'vitest';
import { numberReader } from '../../../../../ingest/record/profile/read-number.ts';

describe('numberReader', () => {
  it.each([
    ['713,500.00', { thousands: ',' }, 713_500],
    ['71,175,926', { thousands: ',' }, 71_175_926],
    ['1500', { thousands: ',' }, 1_500],
    ['18.42', { scale: 1000 }, 18_420],
    ['125050', { scale: 0.01 }, 1_250.5],
    ['1.234.567,89', { thousands: '.', decimal: ',' }, 1_234_567.89],
    ['12 500', { thousands: ' ' }, 12_500],
    ['12\u00a0500', { thousands: ' ' }, 12_500],
    ['12,50,000', { thousands: ',', indian: true }, 1_250_000],
    ['1,250,000', { thousands: ',', indian: true }, 1_250_000],
    ['1\u2019250', { thousands: "'" }, 1_250],
    ["1'250", { thousands: "'" }, 1_250],
    ['10,05 carats', { decimal: ',', units: ['carats', 'ct'] }, 10.05],
    ['ct 1.5', { units: ['ct'] }, 1.5],
    ['.75', {}, 0.75],
    ['-3', {}, -3],
    ['0', {}, 0],
  ])('the number %j in the format %j is read', (text, format, value) => {
    expect(numberReader(format)(text)).toBe(value);
  });

  it.each([
    ['350,5000', { thousands: ',' }],
    ['1,5', {}],
    ['1,234', {}],
    ['1.5', { decimal: ',' }],
    ['.1.56', {}],
    ['1e3', {}],
    ['', {}],
    ['.', {}],
    ['-', {}],
    ['12 ct', {}],
    ['1,23,456', { thousands: ',' }],
    ['1,23', { thousands: ',', indian: true }],
    ['12,3,456', { thousands: ',', indian: true }],
    ['Infinity', {}],
  ])('the text %j in the format %j is not a number', (text, format) => {
    expect(numberReader(format)(text)).toBeUndefined();
  });
});
