/**
 * Expands the abbreviations of a profile: a source as the name of its column, one expression to extract instead of a list,
 * the identity and the fields to read from titles as lists. Anything unexpected is left for the check to report.
 */
export function expandProfile(written: unknown): Record<string, unknown> {
  if (!isObject(written)) return { fields: written };
  const { identity, titles, fields, price } = written;
  return {
    ...written,
    ...(Array.isArray(identity) && { identity: { columns: identity } }),
    ...(Array.isArray(titles) && { titles: { read: titles } }),
    ...(isObject(titles) && { titles: expandSources(titles, ['read']) }),
    ...(isObject(fields) && { fields: expandSources(fields) }),
    ...(isObject(price) && { price: expandSources(price, ['rates', 'signs', 'per']) }),
  };
}

function expandSources(sources: Record<string, unknown>, except: string[] = []): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(sources).map(([name, source]) => [
      name,
      except.includes(name) ? source : expandSource(source),
    ]),
  );
}

function expandSource(source: unknown): unknown {
  if (typeof source === 'string') return { column: source };
  if (!isObject(source) || typeof source.extract !== 'string') return source;
  return { ...source, extract: [source.extract] };
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
