import { createRequire } from 'node:module';
import type { IParserResult, Method, ReflectionObject, Root } from 'protobufjs';

type Library = typeof import('protobufjs');

/** The most characters of a description. */
const maxBytes = 1024 * 1024;

let library: Library | undefined;

/** Loads the library at its first use: `svc validate` seldom needs it. */
export function protobuf(): Library {
  library ??= createRequire(import.meta.url)('protobufjs') as Library;
  return library;
}

/** A description that cannot be used. */
export class ProtoError extends Error {
  override name = 'ProtoError';

  constructor(
    message: string,
    /** UTF-16 units from the start of the text. */
    readonly offset: number,
    readonly hint?: string,
  ) {
    super(message);
  }
}

/** Reads a `.proto` text. Imports are those of Google that the library has. @throws ProtoError */
export function readProto(text: string): Root {
  if (text.length > maxBytes)
    throw new ProtoError(`the description has ${text.length} characters, more than ${maxBytes}`, 0);
  const { Root, parse, common } = protobuf();
  const root = new Root();
  let parsed: IParserResult;
  try {
    parsed = parse(text, root, { keepCase: true, alternateCommentMode: true });
  } catch (error) {
    const { message } = error as Error;
    const [, line] = /\(line (\d+)\)/.exec(message) ?? [];
    throw new ProtoError(
      message.replace(/ \(line \d+\)/, ''),
      line === undefined ? 0 : getStart(text, Number(line)),
    );
  }
  for (const file of [...(parsed.imports ?? []), ...(parsed.weakImports ?? [])]) {
    const commonFile = common.get(file);
    if (!commonFile) {
      const hint = 'Write its messages into this file. Only files of `google/protobuf/` are imported.';
      throw new ProtoError(`the import \`${file}\` cannot be read`, Math.max(0, text.indexOf(file)), hint);
    }
    root.addJSON(commonFile.nested ?? {});
  }
  return resolved(root);
}

/** Reads the descriptions that a server gives of its files (google.protobuf.FileDescriptorProto). @throws ProtoError */
export function readDescriptors(files: readonly Uint8Array[]): Root {
  const { Root } = protobuf();
  const descriptor = createRequire(import.meta.url)('protobufjs/ext/descriptor') as {
    FileDescriptorProto: { decode(bytes: Uint8Array): object };
    FileDescriptorSet: { create(set: object): object };
  };
  const file = files.map((bytes) => descriptor.FileDescriptorProto.decode(bytes));
  const from = Root as unknown as { fromDescriptor(set: object): Root };
  return resolved(from.fromDescriptor(descriptor.FileDescriptorSet.create({ file })));
}

function resolved(root: Root): Root {
  try {
    root.resolveAll();
    return root;
  } catch (error) {
    throw new ProtoError((error as Error).message, 0);
  }
}

/** The methods of all services, by `<package>.<service>/<method>`. */
export function getMethods(root: Root): Map<string, Method> {
  const { Service, Namespace } = protobuf();
  const methods = new Map<string, Method>();
  const search = (part: ReflectionObject): void => {
    if (part instanceof Service) {
      for (const method of part.methodsArray) {
        method.resolve();
        methods.set(`${part.fullName.replace(/^\./, '')}/${method.name}`, method);
      }
    } else if (part instanceof Namespace) part.nestedArray.forEach(search);
  };
  search(root);
  return methods;
}

function getStart(text: string, line: number): number {
  let at = 0;
  for (let n = 1; n < line; n++) at = text.indexOf('\n', at) + 1;
  return at;
}
