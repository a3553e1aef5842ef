import type { Json, JsonObject } from '../../../schemas/json/types.js';
import type { PointedFinding, TextFault } from '../rules/finding.js';

/** A field whose value names another entity. `*` in the pointer matches every member or item. */
export interface ReferenceRule {
  pointer: string;
  /** The kind of the named entity, or the member beside the name that holds the kind. */
  kind: string | { beside: string };
  /** The member beside the name that holds what the named entity must offer. */
  needs?: string;
  /** Extracts the name from a value that holds more; undefined when the value refers to nothing. */
  findName?: (value: Json) => string | undefined;
  /** The keys of the object at `pointer` are the names. */
  keys?: true;
  /** With `keys`: the value of each key is passed to the entity that the key names. */
  passes?: true;
}

/** A field that may name a text file instead of holding the text itself: `file` for `body`. */
export interface AttachmentRule {
  /** The field with the path. */
  field: string;
  /** The field whose text the file holds. */
  holds: string;
  /** Finds the first fault of the text. @param read the fields of the naming definition that `reads` lists */
  check?(text: string, read: JsonObject): TextFault | undefined;
  /** The fields that the check depends on, with short texts as values. */
  reads?: readonly string[];
}

export type SchemaError = Omit<PointedFinding, 'severity' | 'offset'>;

/** The registration of a kind of entities. */
export interface KindDefinition {
  kind: string;
  plural: string;
  /** Returns all errors against `schemas/<kind>.schema.json`, the most telling ones for each place. */
  validate(definition: JsonObject): SchemaError[];
  references: readonly ReferenceRule[];
  /** Further kinds that references from `compile` may name. */
  names?: readonly string[];
  attachments?: readonly AttachmentRule[];
  /** Values that at most one entity of the kind may have: that one (`default: true`), or each text that the field has. */
  exclusive?: readonly { pointer: string; value?: Json; message: string }[];
  /** Fields whose values rules across files read; the analysis keeps them. */
  notes?: readonly string[];
  /** The offers that references may require, such as the actions of a connection. Undefined when not known. */
  getProvidedNames?(definition: JsonObject): ReadonlySet<string> | undefined;
  /** The part of a definition that decides what references without `needs` may pass to the entity. */
  getInterface?(definition: JsonObject): Json | undefined;
  /** The pointers of the fields that decide what the entity offers and takes: faults elsewhere leave both known. */
  getInterfacePointers?(definition: JsonObject): readonly string[];
  /**
   * Prepares the check of what references pass to an entity with this definition.
   * @param texts those of the files that `compile` returned, by what they hold
   */
  prepareInputCheck?(
    definition: JsonObject,
    texts: Readonly<Record<string, string>>,
  ): (passed: PassedInput) => PointedFinding[];
  /**
   * Checks beyond the schema, and builds what the runtime needs of the entity, once per blob (a flow's plan). Also called
   * for a definition that breaks the schema: then only its findings count, at places without a schema error.
   * @param isTolerant build in spite of errors: an upgrade refuses what was in service before
   * @param texts those of the files that an earlier call returned, by what they hold, once they are known
   */
  compile?(
    definition: JsonObject,
    isTolerant?: boolean,
    texts?: Readonly<Record<string, string>>,
  ): {
    compiled?: unknown;
    findings: PointedFinding[];
    references?: EntityReference[];
    /** Further texts in files that the definition names, besides those of `attachments`. */
    files?: readonly { holds: string; file: string; pointer: string }[];
    /** Further values that rules across files read, perhaps of a range of the text at `pointer`. */
    notes?: readonly { pointer: string; value: Json; offset?: number; end?: number }[];
  };
  /**
   * Checks what has to be computed, such as examples, within a budget of steps. Called when a file is analysed, after a
   * `compile` that built something; never when a plan is built again.
   */
  examine?(definition: JsonObject, compiled: unknown): PointedFinding[];
  /** The check of texts that `compile` named. */
  namedTexts?: {
    /** Returns what the check depends on besides the text and what it holds. */
    reads(definition: JsonObject, holds: string): JsonObject;
    /** Checks the text alone, once for all definitions that name it. The result finds the first fault for one of them. */
    prepare(text: string, holds: string): (read: JsonObject) => TextFault | undefined;
  };
}

export interface EntityReference {
  kind: string;
  name: string;
  /** JSON pointer in the referring document. */
  pointer: string;
  /** The offer that the named entity must have, such as an action. */
  needs?: string;
  /** JSON pointer of `needs`, when it differs from `pointer`. */
  needsAt?: string;
  /** The JSON text of what is passed to the named entity, such as the arguments of a call. */
  argumentJson?: string;
  /** JSON pointer of `argumentJson` in the referring document. */
  argumentPointer?: string;
  /** Every entity whose offers are known takes it. */
  fits?: true;
  /** The offer may change nothing where it is carried out. */
  mayOnlyRead?: boolean;
}

/** The value that a reference passes; pointers of findings about it are relative to `argument`. */
interface PassedInput {
  argument: Json;
  needs: string | undefined;
  mayOnlyRead: boolean;
}
