/** Downloads a file. */
export function saveFile(content: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = `gem-${name}`;
  link.click();
  // The browser reads the URL after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
