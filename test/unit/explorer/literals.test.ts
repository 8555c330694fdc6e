import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** The code of the page, without its texts. */
const files = readdirSync('explorer', { recursive: true, encoding: 'utf8' }).filter(
  (name) => name.endsWith('.ts') && !name.startsWith('text/') && !name.endsWith('-text.ts'),
);

/** Literals that look like text but are not: data names, keys, headers, code, and errors for the console. */
const noTexts = [
  ...['Ruby', 'Myanmar', 'Sapphire', 'Kashmir', 'Emerald', 'Colombia'],
  ...['Escape', 'Enter', 'ArrowDown', 'ArrowUp', 'exceptZero'],
  ...['RateLimit', 'RateLimit-Policy', 'Retry-After', 'noreferrer external'],
];
const noText = /could not be loaded\.$|^import requests|^library\(|^\$&/;
/** Code before a literal that visitors never read. */
const unseen =
  /(class|kind|d|viewBox|style|width|height|rel): $|classList\.\w+\($|positioned\($|getContext\($/;

/** The literals of a source that look like text: a capitalized word, or several words. */
function jsonOf(source: string): string[] {
  const code = source
    .replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
    .replaceAll(/^(import|export) [^;]*?from '[^']+';$/gm, '')
    // The names of types.
    .replaceAll(/\bSchemas\['\w+'\]/g, '')
    .replaceAll(
      /\/(?:\\.|\[(?:\\.|[^\]\n])*\]|[^/\\\n*[ ])(?:\\.|\[(?:\\.|[^\]\n])*\]|[^/\\\n[])*\/[a-z]*/g,
      '0',
    );
  const literals = code.matchAll(/'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\]|\\.)*)`/g);
  return [...literals].flatMap(({ 1: plain, 2: template, index }) => {
    const literal = (plain ?? template!).replaceAll(/\$\{[^}]*\}/g, '…');
    const isText = /\b[A-Z][a-z]+/.test(literal) || /[a-z]{2,} [a-z]{2,}/.test(literal);
    const isSeen = !unseen.test(code.slice(0, index)) && !noTexts.includes(literal) && !noText.test(literal);
    return isText && isSeen ? [literal] : [];
  });
}

test('the check finds a text outside the files of texts, and ignores other literals', () => {
  expect(jsonOf("h('p', {}, 'No lots yet')")).toEqual(['No lots yet']);
  const template = ['`Show $', '{n} lots`'].join('');
  expect(jsonOf(`h('button', { title: 'Clear' }, ${template})`)).toEqual(['Clear', 'Show … lots']);
  expect(jsonOf("h('p', { class: 'note small' }, text.states.empty) // No lots")).toEqual([]);
});

test('every text of the page is in explorer/text or a file named -text', () => {
  const found = files.flatMap((name) =>
    jsonOf(readFileSync(`explorer/${name}`, 'utf8')).map((literal) => `${name}: ${literal}`),
  );
  expect(found).toEqual([]);
});
