import { parseYaml } from '../../yaml-edit/read/yaml-document.js';
import { isJsonFile } from '../parse/entity-files.js';
import { type Place, Places } from '../rules/places.js';
import type { FileEntry } from '../state/branch-state.js';

/** UTF-16 units of the files that are parsed again for one list of findings: the event loop takes 20 ms for them. */
const mostText = 2 ** 17;

/** The files were read within the limits of the settings before. */
const limits = { depth: 1_000, aliases: 100_000 };

/**
 * Finds parts of files whose trees are no longer in memory, for one list of findings; the later findings of a long list
 * get no exact places.
 */
export class FilePlaces {
  private readonly known = new Map<string, Places>();

  /** @param left UTF-16 units of the files that may be parsed again */
  constructor(private left = mostText) {}

  of(
    { path, analysis }: FileEntry,
    { pointer, at }: { pointer: string; at?: 'name' | undefined },
  ): Place | undefined {
    const places = this.known.get(path) ?? this.parse(path, analysis.text);
    return places?.of(pointer, at);
  }

  private parse(path: string, text: string): Places | undefined {
    if (text === '' || text.length > this.left) return undefined;
    this.left -= text.length;
    const body = text.startsWith('\uFEFF') ? text.slice(1) : text;
    const { contents } = parseYaml(isJsonFile(path) ? body.replaceAll('\t', ' ') : body, limits);
    if (contents === undefined) return undefined;
    const places = new Places(contents, body);
    this.known.set(path, places);
    return places;
  }
}
