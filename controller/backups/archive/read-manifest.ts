import { isObject } from '../../../schemas/json/values.js';
import { isTurnOver, nextTurn } from '../../concurrency/loop-turn.js';
import { Problem } from '../../problems/index.js';
import { categories as known } from './categories.js';
import { formatVersion, type Manifest, type ManifestEntry, manifestName } from './manifest.js';

/** Bytes of entries that are parsed at once: less than a millisecond. */
const batchBytes = 64 * 1_024;
/** The most bytes of one entry. svc writes less than 10 KB. */
const maxEntryBytes = 128 * 1_024;
/** The most bytes besides the entries. svc writes less than 10 KB. */
const maxHeadBytes = 256 * 1_024;

const entriesName = 'entries';
const [quote, backslash, comma] = [...Buffer.from('"\\,')];
const [openBrace, closeBrace, openBracket, closeBracket] = [...Buffer.from('{}[]')];

/**
 * Reads a manifest, whose list of entries may have tens of megabytes, without holding up the event loop: the list is parsed in
 * batches as its bytes arrive, and all else at the end.
 * @param parts the text in UTF-8; each part takes the time of its bytes
 * @param maxEntries the entries that are kept of a longer list
 * @throws Problem backup_invalid, backup_unsupported
 */
export async function readManifest(parts: AsyncIterable<Uint8Array>, maxEntries: number): Promise<Manifest> {
  const reader = new ManifestReader(maxEntries);
  for await (const part of parts) {
    reader.add(part);
    if (isTurnOver()) await nextTurn();
  }
  return reader.finish();
}

/** Separates the entries of a manifest from its other members by counting brackets; `JSON.parse` reads either. */
class ManifestReader {
  /** The text without the entries: their list is empty in it. */
  readonly #head = new TextParts();
  /** The entries that are not parsed yet, without the comma before them. */
  readonly #batch = new TextParts();
  readonly #entries: ManifestEntry[] = [];
  /** The entries of all batches, also those that are not kept. */
  #count = 0;
  /** The lists of entries; a manifest has one. */
  #lists = 0;
  #depth = 0;
  #isInText = false;
  #isEscaped = false;
  #isInList = false;
  /** The beginning of the last text of the outermost object, which is the name of the member when a list begins. */
  #name = '';
  /** The pointer of the first entry of the wrong form. */
  #fault: string | undefined;
  /** The error of a batch that is not JSON. */
  #syntaxError: unknown;

  constructor(private readonly maxEntries: number) {}

  add(part: Uint8Array): void {
    let start = 0;
    /** Gives the bytes up to `end` to the head or to the batch. */
    const take = (end: number): void => {
      (this.#isInList ? this.#batch : this.#head).add(part.subarray(start, end));
      start = end;
    };
    for (let at = 0; at < part.length; at++) {
      const byte = part[at] as number;
      if (this.#isInText) this.#readText(byte);
      else if (byte === quote) this.#beginText();
      else if (byte === openBrace || byte === openBracket) {
        this.#depth += 1;
        const isList = this.#depth === 2 && byte === openBracket && this.#name === entriesName;
        if (!isList) continue;
        take(at + 1);
        this.#isInList = true;
        this.#lists += 1;
      } else if (byte === closeBrace || byte === closeBracket) {
        this.#depth -= 1;
        if (!this.#isInList || this.#depth > 1) continue;
        take(at);
        this.#parseBatch(true);
        this.#isInList = false;
      } else if (byte === comma && this.#isInList && this.#depth === 2) {
        if (this.#batch.size + at - start < batchBytes) continue;
        take(at);
        this.#parseBatch(false);
        // The comma is in no batch.
        start = at + 1;
      }
    }
    take(part.length);
    if (this.#head.size > maxHeadBytes) throw misshapen('', larger);
    if (this.#batch.size > batchBytes + maxEntryBytes)
      throw misshapen(`/${entriesName}/${this.#count}`, larger);
  }

  /** @throws Problem backup_invalid, backup_unsupported */
  finish(): Manifest {
    const value = this.#parseHead();
    if (!isObject(value) || value['format'] !== 'svc-backup' || typeof value['formatVersion'] !== 'number')
      throw new Problem('backup_invalid', `\`${manifestName}\` does not describe a backup of svc`);
    if (value['formatVersion'] !== formatVersion) {
      const detail = `The backup has format ${value['formatVersion']}; this version of svc reads format ${formatVersion}`;
      throw new Problem('backup_unsupported', detail);
    }
    const fault = findFault(value) ?? this.#findListFault(value[entriesName]);
    if (fault !== undefined) throw misshapen(fault);
    // The member keeps its place, and with it the text that was signed.
    return Object.assign(value, { [entriesName]: this.#entries }) as unknown as Manifest;
  }

  #beginText(): void {
    this.#isInText = true;
    if (this.#depth === 1) this.#name = '';
  }

  #readText(byte: number): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (byte === backslash) this.#isEscaped = true;
    else if (byte === quote) {
      this.#isInText = false;
      return;
    }
    if (this.#depth === 1 && this.#name.length <= entriesName.length) this.#name += String.fromCharCode(byte);
  }

  #parseHead(): unknown {
    try {
      if (this.#syntaxError !== undefined) throw this.#syntaxError;
      return JSON.parse(this.#head.join());
    } catch (cause) {
      throw new Problem('backup_invalid', `\`${manifestName}\` of the backup is not JSON`, { cause });
    }
  }

  /** @param isLast true for the last batch of the list, which may be empty when it is the first one too */
  #parseBatch(isLast: boolean): void {
    const text = this.#batch.join();
    if (this.#fault !== undefined || this.#syntaxError !== undefined) return;
    let batch: unknown[];
    try {
      batch = JSON.parse(`[${text}]`) as unknown[];
      if (batch.length === 0 && !(isLast && this.#count === 0)) throw new SyntaxError('Entry expected');
    } catch (error) {
      this.#syntaxError = error;
      return;
    }
    const misshaped = batch.findIndex((entry) => !isEntry(entry));
    if (misshaped >= 0) this.#fault = `/${entriesName}/${this.#count + misshaped}`;
    this.#count += batch.length;
    const room = this.maxEntries - this.#entries.length;
    for (const entry of batch.slice(0, room)) this.#entries.push(entry as ManifestEntry);
  }

  #findListFault(rest: unknown): string | undefined {
    const isOneList = this.#lists === 1 && Array.isArray(rest) && rest.length === 0;
    return isOneList ? this.#fault : `/${entriesName}`;
  }
}

/** Parts of a text in UTF-8. */
class TextParts {
  #parts: Uint8Array[] = [];
  size = 0;

  add(part: Uint8Array): void {
    this.#parts.push(part);
    this.size += part.length;
  }

  /** Returns the text and begins a new one. */
  join(): string {
    const text = Buffer.concat(this.#parts).toString();
    this.#parts = [];
    this.size = 0;
    return text;
  }
}

const larger = 'is larger than in any backup';

function misshapen(pointer: string, message = 'is missing or of the wrong type'): Problem {
  return new Problem('backup_invalid', `\`${manifestName}\` of the backup is not as svc writes it`, {
    errors: [{ file: manifestName, pointer, message }],
  });
}

/** Returns the pointer of the first member of the wrong form, besides the entries. */
function findFault(value: Record<string, unknown>): string | undefined {
  for (const name of ['id', 'takenAt', 'svcVersion', 'branch', 'revision'])
    if (typeof value[name] !== 'string') return `/${name}`;
  if (Number.isNaN(Date.parse(String(value['takenAt'])))) return '/takenAt';
  if (!areCategories(value['categories'])) return '/categories';
  const { installation, path, rows, textsKey, signature } = value;
  if (installation !== undefined && typeof installation !== 'string') return '/installation';
  if (path !== undefined && typeof path !== 'string') return '/path';
  if (!isObject(rows) || !Object.values(rows).every(Number.isSafeInteger)) return '/rows';
  if (!isObject(signature) || typeof signature['keyId'] !== 'string' || typeof signature['mac'] !== 'string')
    return '/signature';
  if (
    textsKey !== null &&
    (!isObject(textsKey) ||
      typeof textsKey['wrappedKey'] !== 'string' ||
      typeof textsKey['keyId'] !== 'string')
  )
    return '/textsKey';
  return undefined;
}

function isEntry(entry: unknown): boolean {
  if (!isObject(entry)) return false;
  const { name, size, sha256, categories } = entry;
  if (typeof name !== 'string' || !Number.isSafeInteger(size) || typeof sha256 !== 'string') return false;
  return name.startsWith('files/') ? areCategories(categories) : categories === undefined;
}

function areCategories(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && value.every((name) => known.includes(name));
}
