/** Whether an If-None-Match names this ETag, compared weakly. What `*` means is known only when there is an answer. */
export function namesTag(header: string, etag: string): boolean {
  if (header === '') return false;
  const bare = (tag: string) => tag.trim().replace(/^W\//, '');
  return header.split(',').some((tag) => bare(tag) === bare(etag));
}
