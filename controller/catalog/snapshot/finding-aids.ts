import { posix } from 'node:path';
import { didYouMean, nearest } from '../../../schemas/nearest.js';
import { parseYaml } from '../../yaml-edit/read/yaml-document.js';
import { isJsonFile } from '../parse/entity-files.js';
import type { LocatedFile } from '../parse/named-files.js';
import { type Place, Places } from '../rules/places.js';
import { type BranchState, type FileEntry, getEntityName } from '../state/branch-state.js';

/** UTF-16 units of the files that are parsed again for one list of findings: the event loop takes 20 ms for them. */
const maxText = 2 ** 17;

/** The files were read within the limits of the settings before. */
const limits = { depth: 1_000, aliases: 100_000 };

/**
 * Finds parts of files whose trees are no longer in memory, for one list of findings; the later findings of a long list
 * get no exact places.
 */
export class FilePlaces {
  readonly #known = new Map<string, Places>();

  /** @param left UTF-16 units of the files that may be parsed again */
  constructor(private left = maxText) {}

  of(
    { path, analysis }: Pick<FileEntry, 'path'> & { analysis: Pick<FileEntry['analysis'], 'text'> },
    { pointer, at }: { pointer: string; at?: 'name' | undefined },
  ): Place | undefined {
    const places = this.#known.get(path) ?? this.#parse(path, analysis.text);
    return places?.of(pointer, at);
  }

  #parse(path: string, text: string): Places | undefined {
    if (text === '' || text.length > this.left) return undefined;
    this.left -= text.length;
    const body = text.startsWith('\uFEFF') ? text.slice(1) : text;
    const { contents } = parseYaml(isJsonFile(path) ? body.replaceAll('\t', ' ') : body, limits);
    if (contents === undefined) return undefined;
    const places = new Places(contents, body);
    this.#known.set(path, places);
    return places;
  }
}

/** Names that are compared for one list of findings: each takes up to half a microsecond. */
const maxComparisons = 100_000;

/** Suggests what an author meant, for one list of findings; the later findings of a long list get no suggestions. */
export class Suggestions {
  #left = maxComparisons;
  readonly #names = new Map<string, readonly string[]>();

  constructor(private readonly state: BranchState) {}

  /** The hint for a reference to an entity that does not exist. */
  forEntity(kind: string, name: string): string | undefined {
    const entities = this.state.entities.get(kind);
    if (!entities || entities.size === 0)
      return `No file defines ${/^[aeiou]/.test(kind) ? 'an' : 'a'} ${kind} yet.`;
    if (!this.#mayCompare(entities.size)) return undefined;
    const names = this.#names.get(kind) ?? entities.sortedKeys.map(getEntityName);
    this.#names.set(kind, names);
    return intendedName(name, names);
  }

  /** The hint for something that an entity does not offer. */
  forProvidedName(needed: string, providedNames: ReadonlySet<string> | undefined): string | undefined {
    return this.#mayCompare(providedNames?.size ?? 0)
      ? intendedName(needed, [...(providedNames ?? [])].sort())
      : undefined;
  }

  /** The hint for a text that is missing: the intended path, written the way the document writes it. */
  forPath({ file, from, path = '' }: LocatedFile): string | undefined {
    const { texts } = this.state;
    if (texts.size === 0 || !this.#mayCompare(texts.size)) return undefined;
    const paths = texts.sortedKeys;
    const name = posix.basename(path);
    const meant = paths.findLast((candidate) => posix.basename(candidate) === name) ?? nearest(path, paths);
    if (meant === undefined) return undefined;
    return `Did you mean \`${file.startsWith('/') ? `/${meant}` : posix.relative(posix.dirname(from), meant)}\`?`;
  }

  #mayCompare(count: number): boolean {
    if (count > this.#left) return false;
    this.#left -= count;
    return true;
  }
}

function intendedName(name: string, names: readonly string[]): string {
  const listed = names.slice(0, 10).map((one) => `\`${one}\``);
  const [hint = `Known: ${listed.join(', ')}${names.length > 10 ? ', …' : ''}.`] = didYouMean(name, names);
  return hint;
}
