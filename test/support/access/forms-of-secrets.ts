/** The forms in which secrets could appear in texts: plain, in a URL, in a header, in JSON. */
export function formsOf(secrets: readonly string[]): string[] {
  return secrets.flatMap((secret) => [
    secret,
    encodeURIComponent(secret),
    JSON.stringify(secret).slice(1, -1),
    Buffer.from(secret).toString('base64').replace(/=+$/, ''),
  ]);
}
