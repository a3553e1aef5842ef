import { ConnectorError } from '../../../connectors/index.js';

export function fileTooLarge(limit: number): ConnectorError {
  const detail = `The file has more than the ${limit} bytes that \`Limits.File\` allows`;
  return new ConnectorError('runtime', 413, 'File too large', detail, { code: 'file_too_large' });
}

export function tooManyFiles(limit: number): ConnectorError {
  const detail = `The run has the ${limit} files that \`Limits.FilesPerRun\` allows`;
  return new ConnectorError('runtime', 500, 'Too many files', detail, { code: 'file_count_limit' });
}

/** @param reserve bytes that stay free for the database */
export function noSpace(reserve: number): ConnectorError {
  const detail = `The disk of the data directory is nearly full: files leave ${reserve} bytes free`;
  return new ConnectorError('runtime', 507, 'No space for the file', detail, { code: 'storage_failed' });
}

export function fileMissing(id: string): ConnectorError {
  const detail = `The run has no file \`${id}\`: a run can read its own files, and those of the runs above and below it`;
  return new ConnectorError('runtime', 404, 'File not found', detail, { code: 'file_not_found' });
}

export function notAFile(): ConnectorError {
  const detail = 'The value is no description of a file: an object with the id in `file`';
  return new ConnectorError('validation', 400, 'Not a file', detail);
}
