import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { HeldEntity } from '../catalog/contract.js';
import { Problem } from '../problems/index.js';
import { writePrivateFile } from '../storage/index.js';

/** Keeps the last good versions of entities whose newest is invalid, so that they survive a restart. */
export interface HeldStore {
  /** @throws Problem storage_failed */
  load(branch: string): Promise<HeldEntity[]>;
  /** Durable when it resolves. @throws Problem storage_failed */
  save(branch: string, held: readonly HeldEntity[]): Promise<void>;
}

const MAX_NAME = 200;
const FIELDS = ['kind', 'name', 'path', 'blobId', 'revision', 'content'];
const TEXT_FIELDS = ['path', 'blobId', 'text'];

/** One file a branch in a folder of its own; no file while nothing is held. */
export class FileHeldStore implements HeldStore {
  /** What each branch's file holds, as far as it is known. */
  readonly #saved = new Map<string, string>();

  constructor(private readonly folder: string) {}

  async load(branch: string): Promise<HeldEntity[]> {
    const path = this.#pathOf(branch);
    const text = await readFile(path, 'utf8').catch((cause: NodeJS.ErrnoException) => {
      if (cause.code === 'ENOENT') return undefined;
      throw storageFailed(`${path} cannot be read`, cause);
    });
    const held = text === undefined ? [] : parseHeld(text);
    if (held === undefined) {
      // Better without last good versions than not at all; the file is kept for whoever wants to look.
      await rename(path, `${path}.unreadable`);
      return [];
    }
    this.#saved.set(branch, text ?? '');
    return held;
  }

  async save(branch: string, held: readonly HeldEntity[]): Promise<void> {
    const text = held.length === 0 ? '' : `${JSON.stringify({ branch, held }, undefined, 1)}\n`;
    if (this.#saved.get(branch) === text) return;
    const path = this.#pathOf(branch);
    try {
      if (text === '') {
        await rm(path, { force: true });
      } else {
        await mkdir(this.folder, { recursive: true, mode: 0o700 });
        writePrivateFile(path, text);
      }
    } catch (cause) {
      throw storageFailed(`${path} cannot be written`, cause);
    }
    this.#saved.set(branch, text);
  }

  #pathOf(branch: string): string {
    const encoded = encodeURIComponent(branch);
    const short = encoded.length <= MAX_NAME ? encoded : createHash('sha256').update(branch).digest('hex');
    return join(this.folder, `${short}.json`);
  }
}

function parseHeld(text: string): HeldEntity[] | undefined {
  try {
    const { held } = JSON.parse(text) as { held?: unknown };
    return Array.isArray(held) && held.every(isHeldEntity) ? held : undefined;
  } catch {
    return undefined;
  }
}

function isHeldEntity(value: unknown): value is HeldEntity {
  if (!hasTexts(value, FIELDS)) return false;
  const { attachments = {} } = value;
  return (
    attachments !== null &&
    typeof attachments === 'object' &&
    Object.values(attachments).every((text) => hasTexts(text, TEXT_FIELDS))
  );
}

function hasTexts(value: unknown, names: readonly string[]): value is Record<string, unknown> {
  if (value === null || typeof value !== 'object') return false;
  const fields = value as Record<string, unknown>;
  return names.every((name) => typeof fields[name] === 'string');
}

function storageFailed(what: string, cause: unknown): Problem {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new Problem('storage_failed', `${what}: ${reason}`, { cause });
}
