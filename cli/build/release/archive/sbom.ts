import { createHash } from 'node:crypto';
import type { Component } from './components.js';
import { jsonFile, type ReleaseFile } from './release-file.js';
import type { Runtime } from './runtime.js';

interface Contents {
  /** The path of the list. */
  path?: string;
  name?: string;
  version: string;
  /** Absent from what brings no Node. */
  runtime?: Runtime;
  components: readonly Component[];
  /** The hash of the file that has all this (Subresource Integrity). */
  integrity?: string;
  time: Date;
}

/** Returns the list of what is inside a release or a package, in the format of CycloneDX 1.6. */
export function sbom(contents: Contents): ReleaseFile {
  const { path = 'sbom.cdx.json', name = 'svc', version, runtime, components, integrity, time } = contents;
  const svc = {
    type: 'application',
    'bom-ref': `${name}@${version}`,
    name,
    version,
    licenses: getLicenses('Apache-2.0'),
    ...(integrity !== undefined && { hashes: [computeHash(integrity)] }),
  };
  const parts = [...(runtime ? [getNode(runtime)] : []), ...components.map(getLibrary)];
  const content = {
    metadata: { timestamp: time.toISOString(), component: svc },
    components: parts,
    dependencies: [{ ref: svc['bom-ref'], dependsOn: parts.map((each) => each['bom-ref']) }],
  };
  return jsonFile(path, {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${toUuid(JSON.stringify(content))}`,
    version: 1,
    ...content,
  });
}

function getNode(runtime: Runtime) {
  return {
    type: 'platform',
    'bom-ref': `node@${runtime.version}`,
    name: 'node',
    version: runtime.version,
    licenses: [{ license: { id: 'MIT' } }],
    purl: getPurl(runtime.package, runtime.version),
    hashes: [computeHash(runtime.integrity)],
  };
}

function getLibrary({ name, version, license, integrity }: Component) {
  const purl = getPurl(name, version);
  return {
    type: 'library',
    'bom-ref': purl,
    name,
    version,
    ...(license !== undefined && { licenses: getLicenses(license) }),
    purl,
    ...(integrity !== undefined && { hashes: [computeHash(integrity)] }),
  };
}

/** An identifier, or an expression of several (SPDX). */
function getLicenses(license: string) {
  return /[ ()]/.test(license) ? [{ expression: license }] : [{ license: { id: license } }];
}

/** The scope of a package is its namespace, with the `@` escaped (Package URL). */
function getPurl(name: string, version: string): string {
  return `pkg:npm/${name.replace(/^@/, '%40')}@${version}`;
}

/** Turns Subresource Integrity into a hash in hexadecimal. */
function computeHash(integrity: string) {
  const [algorithm = '', digest = ''] = integrity.split(/-(.*)/s);
  return { alg: algorithm.replace('sha', 'SHA-'), content: Buffer.from(digest, 'base64').toString('hex') };
}

/** Returns the same identifier for the same content: version 8 of RFC 9562, whose bits are free to choose. */
function toUuid(content: string): string {
  const digits = createHash('sha256').update(content).digest('hex');
  const parts = [
    digits.slice(0, 8),
    digits.slice(8, 12),
    `8${digits.slice(13, 16)}`,
    `a${digits.slice(17, 20)}`,
    digits.slice(20, 32),
  ];
  return parts.join('-');
}
