import type { JsonObject } from '../../schemas/json.js';
import type { Analysis } from './analysis.js';
import type { Attachment, EntityRecord, EntityReference } from './contract.js';

export interface FileVersion {
  path: string;
  blobId: string;
  revision: string;
  attachments: ReadonlyMap<string, Attachment>;
}

/** The version of an entity that a file defines. Holds the file's text: its blob may be gone when it is asked for. */
export class FileRecord implements EntityRecord {
  readonly path: string;
  readonly blobId: string;
  readonly revision: string;
  readonly attachments: ReadonlyMap<string, Attachment>;

  /** @param analysis of a file that says which entity it defines */
  constructor(
    private readonly analysis: Analysis,
    { path, blobId, revision, attachments }: FileVersion,
  ) {
    this.path = path;
    this.blobId = blobId;
    this.revision = revision;
    this.attachments = attachments;
  }

  get kind(): string {
    return this.analysis.identity?.kind ?? '';
  }

  get name(): string {
    return this.analysis.identity?.name ?? '';
  }

  get text(): string {
    return this.analysis.text;
  }

  get definition(): JsonObject {
    return this.analysis.content?.definition ?? {};
  }

  get references(): readonly EntityReference[] {
    return this.analysis.references;
  }

  get compiled(): unknown {
    return this.analysis.content?.compiled;
  }

  movedTo(path: string, attachments: FileRecord['attachments']): FileRecord {
    return new FileRecord(this.analysis, { ...this, path, attachments });
  }
}
