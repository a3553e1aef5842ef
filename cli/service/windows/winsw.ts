import { type ServiceDefinition, serveArguments, toRecord } from '../contract/definition.js';
import { stamped } from '../contract/stamp.js';
import { xmlElement } from '../contract/xml.js';

/**
 * Returns the definition of a service of Windows for WinSW 2.12 (its "XML configuration file" document). Node does not speak
 * the protocol of the service control manager, so WinSW stands between the two.
 */
export function winswText(definition: ServiceDefinition): string {
  const { name, dir, program, dataDirectory, masterKeyFile, user } = definition;
  const [executable = '', ...first] = program;
  const environment = {
    SVC_DataDirectory: dataDirectory,
    ...(masterKeyFile === undefined ? {} : { SVC_Secrets__MasterKeyFile: masterKeyFile }),
  };
  const lines = [
    xmlElement('id', {}, name),
    xmlElement('name', {}, name),
    xmlElement('description', {}, `svc workflow automation (${dir})`),
    xmlElement('executable', {}, executable),
    xmlElement('arguments', {}, [...first, ...serveArguments(definition)].map(argumentWord).join(' ')),
    ...Object.entries(environment).map(([key, value]) => xmlElement('env', { name: key, value })),
    xmlElement('startmode', {}, 'Automatic'),
    xmlElement('delayedAutoStart', {}, 'true'),
    // Each failure waits longer; the last line counts for all that follow.
    ...['5 sec', '20 sec', '60 sec'].map((delay) => xmlElement('onfailure', { action: 'restart', delay })),
    xmlElement('resetfailure', {}, '1 hour'),
    xmlElement('stoptimeout', {}, '60 sec'),
    xmlElement('logpath', {}, getLogFolder(definition)),
    '<log mode="roll-by-size"><sizeThreshold>10240</sizeThreshold><keepFiles>8</keepFiles></log>',
    `<serviceaccount><username>${getAccount(user)}</username></serviceaccount>`,
  ];
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n<service>\n${lines.map((line) => `  ${line}\n`).join('')}</service>\n`;
  return stamped(body, 'xml', toRecord(definition));
}

export function getLogFolder({ dataDirectory }: Pick<ServiceDefinition, 'dataDirectory'>): string {
  return `${dataDirectory}\\logs`;
}

/** The account `LocalService` has few rights; a domain account or a local one has its own. */
function getAccount(user: string | undefined): string {
  return user ?? 'NT AUTHORITY\\LocalService';
}

/** Quotes an argument as `CommandLineToArgvW` reads it. */
function argumentWord(word: string): string {
  if (!/[\s"]/.test(word) && word !== '') return word;
  return `"${word.replaceAll(/(\\*)"/g, '$1$1\\"').replace(/(\\+)$/, '$1$1')}"`;
}
