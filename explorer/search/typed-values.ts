/**
 * Converts a number as people write it (`250k`, `1.5 m`, `$12,000`, `4,2`) for the API. Other text is unchanged, and so is a
 * weight such as `4,200`, which may be either.
 */
export function toNumber(typed: string, isWeight = false): string {
  const text = typed.trim();
  if (isWeight && /,\d{3}\b/.test(text)) return text;
  const written = text
    .replace(/^(\D*\d+),(\d{1,2})(?!\d)/, '$1.$2')
    .replaceAll(/[\s,$_']/g, '')
    .toLowerCase();
  const found = /^(\d+(?:\.\d+)?)(k|m|bn)?$/.exec(written);
  if (!found) return text;
  const factor = { k: 1e3, m: 1e6, bn: 1e9 }[found[2] ?? ''] ?? 1;
  return String(Number((Number(found[1]) * factor).toFixed(4)));
}

/** The first or the last day of a typed year, month or day. Other text is unchanged. */
export function toDay(typed: string, end: 'from' | 'to'): string {
  const found = /^(\d{4})(?:-(\d{1,2}))?$/.exec(typed.trim());
  if (!found) return typed.trim();
  const [, year, month] = found;
  if (end === 'from') return `${year}-${(month ?? '1').padStart(2, '0')}-01`;
  // Day 0 of the next month is the last day of this one.
  const last = new Date(Date.UTC(Number(year), month ? Number(month) : 12, 0));
  last.setUTCFullYear(Number(year));
  return last.toISOString().slice(0, 10);
}
