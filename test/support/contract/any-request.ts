import fc from 'fast-check';
import { anyBadTexts, anyGoodTexts } from './any-parameter-text.ts';
import type { DescribedParameter, DescribedPath } from './contract.ts';

/** A request generated from the description of a path. */
export interface GeneratedRequest {
  /** Path and query, encoded. */
  target: string;
  /** Names of the parameters that violate their description; [] if each alone is valid. */
  broken: string[];
}

interface Part {
  parameter: DescribedParameter;
  texts: string[];
  isBroken: boolean;
}

/** Valid and invalid requests of a path: any of its parameters, some invalid, and some that do not exist. */
export function anyRequest({ path, parameters }: DescribedPath): fc.Arbitrary<GeneratedRequest> {
  const required = parameters.filter((parameter) => parameter.required);
  const optional = parameters.filter((parameter) => !parameter.required);
  // The generators are created once, because those of any text are slow to create.
  const partOf = new Map(parameters.map((parameter) => [parameter, anyPart(parameter)]));
  const chosen = fc
    .subarray(optional, { maxLength: Math.min(5, optional.length) })
    .map((some) => [...required, ...some])
    .chain((some) => fc.tuple(...some.map((parameter) => partOf.get(parameter)!)));
  return fc
    .tuple(chosen, fc.option(anyStranger(parameters), { freq: 12 }), fc.boolean())
    .map(([parts, stranger, isReversed]) => {
      const inPath = parts.filter(({ parameter }) => parameter.in === 'path');
      const filled = inPath.reduce(
        (at, { parameter, texts }) => at.replace(`{${parameter.name}}`, encode(texts[0]!)),
        path,
      );
      const pairs = parts
        .filter(({ parameter }) => parameter.in === 'query')
        .flatMap(({ parameter, texts }) => texts.map((text) => `${parameter.name}=${encode(text)}`));
      if (stranger) pairs.push(`${encode(stranger)}=1`);
      if (isReversed) pairs.reverse();
      const broken = parts.filter(({ isBroken }) => isBroken).map(({ parameter }) => parameter.name);
      return {
        target: `${filled}${pairs.length > 0 ? `?${pairs.join('&')}` : ''}`,
        broken: stranger ? [...broken, stranger] : broken,
      };
    });
}

function anyPart(parameter: DescribedParameter): fc.Arbitrary<Part> {
  const good = anyGoodTexts(parameter).map((texts) => ({ parameter, texts, isBroken: false }));
  const bad = anyBadTexts(parameter).map((texts) => ({ parameter, texts, isBroken: true }));
  return fc.oneof({ weight: 9, arbitrary: good }, { weight: 1, arbitrary: bad });
}

/** Names that are similar to existing ones, or that break careless code. */
function anyStranger(parameters: DescribedParameter[]): fc.Arbitrary<string> {
  const known = new Set(parameters.map(({ name }) => name));
  const near = [...known].flatMap((name) => [`${name}s`, name.toUpperCase(), `${name}[]`, ` ${name}`]);
  return fc
    .oneof(
      fc.constantFrom(...near, '__proto__', 'constructor', 'toString', 'a[b]', '$where', 'filters'),
      fc.string({ minLength: 1, maxLength: 30 }),
    )
    .filter((name) => !known.has(name) && name.isWellFormed() && !name.includes('\0'));
}

/** Encodes like clients do, sometimes with `+` for a space. */
const encode = (text: string) => encodeURIComponent(text).replaceAll('%20', text.length % 2 ? '+' : '%20');
