/** The names of a list written on lines and separated by semicolons: "Burma; Burmese;\n Birmanie". */
export function listed(text: string): string[] {
  return text
    .split(/[;\n]/)
    .map((name) => name.trim())
    .filter((name) => name !== '');
}
