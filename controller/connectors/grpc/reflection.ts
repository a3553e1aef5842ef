import type { Root } from 'protobufjs';
import { ConnectorError } from '../contract/connector.js';
import type { GrpcClient } from './client.js';
import { getMethods, readDescriptors, readProto } from './proto.js';

/** The part of the protocol of server reflection (grpc.reflection.v1 and v1alpha) that is asked for. */
const protocol = `syntax = "proto3";
message Request {
  string host = 1;
  oneof kind {
    string file_by_filename = 3;
    string file_containing_symbol = 4;
    string list_services = 7;
  }
}
message Files { repeated bytes file_descriptor_proto = 1; }
message Service { string name = 1; }
message Services { repeated Service service = 1; }
message Failure { int32 error_code = 1; string error_message = 2; }
message Response {
  oneof kind {
    Files file_descriptor_response = 4;
    Services list_services_response = 6;
    Failure error_response = 7;
  }
}
service Calls { rpc Ask(stream Request) returns (stream Response); }
`;

interface Answer {
  file_descriptor_response?: { file_descriptor_proto: Uint8Array[] };
  list_services_response?: { service: { name: string }[] };
  error_response?: { error_code: number; error_message: string };
}

const versions = ['v1', 'v1alpha'];

/** Asks a server for its services, and for the files that describe them. @throws ConnectorError */
export async function reflect(client: GrpcClient, signal: AbortSignal): Promise<Root> {
  const [, method] = [...getMethods(readProto(protocol))][0] ?? [];
  const [request, response] = [method?.resolvedRequestType, method?.resolvedResponseType];
  if (!request || !response) throw new Error('The protocol of reflection cannot be read');
  const ask = async (version: string, questions: readonly object[]): Promise<Answer[]> => {
    const path = `/grpc.reflection.${version}.ServerReflection/ServerReflectionInfo`;
    const sent = questions.map((question) =>
      Buffer.from(request.encode(request.fromObject(question)).finish()),
    );
    const answers = await client.call(path, sent, signal);
    return answers.map((bytes) => response.toObject(response.decode(bytes), { arrays: true }) as Answer);
  };
  for (const version of versions) {
    try {
      const [listed] = await ask(version, [{ list_services: '*' }]);
      const names = (listed?.list_services_response?.service ?? []).map(({ name }) => name);
      const services = names.filter((name) => !name.startsWith('grpc.reflection.'));
      const questions = services.map((name) => ({ file_containing_symbol: name }));
      const files = new Map<string, Uint8Array>();
      for (const answer of questions.length > 0 ? await ask(version, questions) : []) {
        for (const file of answer.file_descriptor_response?.file_descriptor_proto ?? [])
          files.set(Buffer.from(file).toString('base64'), file);
      }
      return readDescriptors([...files.values()]);
    } catch (error) {
      const isUnknown = error instanceof ConnectorError && error.status === 501;
      if (!isUnknown) throw error;
    }
  }
  const detail = 'The server does not describe its services (server reflection)';
  throw new ConnectorError(
    'configuration',
    501,
    'Not implemented',
    `${detail}: name the file with \`proto\``,
  );
}
