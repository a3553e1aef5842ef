import { scriptModules } from '../../schemas/script-modules.js';

/** Returns the source of a module, which exports what the prelude has made. */
export function moduleSource(name: string): string {
  const exported = (scriptModules[name] ?? []).map((each) => `export const ${each} = it.${each};`);
  return `const it = require('node:${name}'); export default it; ${exported.join(' ')}`;
}

/**
 * JavaScript that the interpreter evaluates when a script first uses one of its globals or modules. It gives a function
 * that takes the host function and returns the globals by name, and the modules under `modules`.
 */
export const library = String.raw`(function (compute) {
  'use strict';
  const ask = (name, given) => {
    const { value, error } = JSON.parse(compute(name, JSON.stringify(given)));
    if (error !== undefined) throw new TypeError(error);
    return value;
  };
  const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
  const hex = (bytes) => { let text = ''; for (const byte of bytes) text += byte.toString(16).padStart(2, '0'); return text; };
  const unhex = (text) => { const list = []; for (let at = 0; at + 1 < text.length; at += 2) { const byte = parseInt(text.slice(at, at + 2), 16); if (byte !== byte) break; list.push(byte); } return list; };
  const binary = (bytes) => { let text = ''; for (const byte of bytes) text += String.fromCharCode(byte); return text; };
  const codes = (text) => Array.from({ length: text.length }, (_, at) => text.charCodeAt(at) & 255);
  const utf8 = (text) => codes(unescape(encodeURIComponent(String(text).toWellFormed())));
  function fromUtf8(bytes, fatal) {
    try { return decodeURIComponent(escape(binary(bytes))); } catch {
      if (fatal) throw new TypeError('The encoded data was not valid for encoding utf-8');
      return ask('utf8', { data: hex(bytes) });
    }
  }
  function base64(bytes) {
    let text = '';
    for (let at = 0; at < bytes.length; at += 3) {
      const word = (bytes[at] << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
      const left = bytes.length - at;
      text += digits[word >> 18] + digits[(word >> 12) & 63];
      text += (left > 1 ? digits[(word >> 6) & 63] : '=') + (left > 2 ? digits[word & 63] : '=');
    }
    return text;
  }
  function unbase64(text) {
    const list = [];
    let word = 0;
    let bits = 0;
    for (const char of text.replace(/-/g, '+').replace(/_/g, '/')) {
      const digit = digits.indexOf(char);
      if (digit < 0) { if (char === '=') break; continue; }
      word = ((word << 6) | digit) & 0xffffff;
      bits += 6;
      if (bits >= 8) { bits -= 8; list.push((word >> bits) & 255); }
    }
    return list;
  }
  const btoa = (value) => {
    const text = String(value);
    if (/[^\0-\xff]/.test(text)) throw new TypeError('The string contains characters outside of Latin1');
    return base64(codes(text));
  };
  const atob = (value) => {
    const text = String(value).replace(/[\t\n\f\r ]/g, '');
    if (/[^A-Za-z0-9+/=]/.test(text) || text.replace(/=+$/, '').length % 4 === 1) throw new TypeError('The string to be decoded is not correctly encoded');
    return binary(unbase64(text));
  };
  class TextEncoder { get encoding() { return 'utf-8'; } encode(text = '') { return new Uint8Array(utf8(text)); } }
  class TextDecoder {
    constructor(label = 'utf-8', { fatal = false, ignoreBOM = false } = {}) {
      if (!/^utf-?8$/i.test(label)) throw new RangeError('Scripts decode utf-8 only, not ' + label);
      Object.assign(this, { encoding: 'utf-8', fatal, ignoreBOM });
    }
    decode(data = new Uint8Array()) {
      const text = fromUtf8(bytesOf(data), this.fatal);
      return this.ignoreBOM ? text : text.replace(/^\uFEFF/, '');
    }
  }
  function bytesOf(data, encoding) {
    if (typeof data === 'string') return decodeText(data, encoding);
    if (data instanceof ArrayBuffer) return new Uint8Array(data);
    if (ArrayBuffer.isView(data)) return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
    throw new TypeError('must be a string, an ArrayBuffer or a typed array');
  }
  function decodeText(text, encoding = 'utf8') {
    switch (String(encoding).toLowerCase()) {
      case 'utf8': case 'utf-8': return utf8(text);
      case 'hex': return unhex(text);
      case 'base64': case 'base64url': return unbase64(text);
      case 'latin1': case 'binary': case 'ascii': return codes(text);
      default: throw new TypeError('Unknown encoding: ' + encoding);
    }
  }
  function encodeText(bytes, encoding = 'utf8') {
    switch (String(encoding).toLowerCase()) {
      case 'utf8': case 'utf-8': return fromUtf8(bytes, false);
      case 'hex': return hex(bytes);
      case 'base64': return base64(bytes);
      case 'base64url': return base64(bytes).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
      case 'latin1': case 'binary': case 'ascii': return binary(bytes);
      default: throw new TypeError('Unknown encoding: ' + encoding);
    }
  }
  class Buffer extends Uint8Array {
    static from(value, encoding) { return new Buffer(Array.isArray(value) ? value : bytesOf(value, encoding)); }
    static alloc(size) { return new Buffer(size); }
    static isBuffer(value) { return value instanceof Buffer; }
    static byteLength(value, encoding) { return bytesOf(value, encoding).length; }
    static concat(list) { return new Buffer(list.flatMap((each) => [...each])); }
    toString(encoding) { return encodeText(this, encoding); }
    toJSON() { return { type: 'Buffer', data: [...this] }; }
    equals(other) { return hex(this) === hex(other); }
  }
  const buffer = (text) => new Buffer(unhex(text));

  function hasher(about) {
    const chunks = [];
    return {
      update(data, encoding) { chunks.push(hex(bytesOf(data, encoding))); return this; },
      digest(encoding) {
        const digest = buffer(ask('hash', { ...about, data: chunks.join('') }));
        return encoding === undefined || encoding === 'buffer' ? digest : digest.toString(encoding);
      },
    };
  }
  const random = (size) => buffer(ask('random', { size }));
  const crypto = {
    createHash: (algorithm) => hasher({ algorithm: String(algorithm) }),
    createHmac: (algorithm, key) => hasher({ algorithm: String(algorithm), key: hex(bytesOf(key)) }),
    randomBytes: random,
    randomInt(from, to) {
      const [least, end] = to === undefined ? [0, from] : [from, to];
      if (!Number.isSafeInteger(least) || !(end > least)) throw new RangeError('randomInt needs a range of whole numbers');
      return least + Math.floor((parseInt(hex(random(6)), 16) / 2 ** 48) * (end - least));
    },
    randomUUID() {
      const bytes = random(16);
      bytes[6] = (bytes[6] & 15) | 64;
      bytes[8] = (bytes[8] & 63) | 128;
      return hex(bytes).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
    },
    getRandomValues(array) { bytesOf(array).set(random(array.byteLength)); return array; },
    timingSafeEqual(left, right) {
      if (left.byteLength !== right.byteLength) throw new RangeError('Input buffers must have the same byte length');
      return hex(bytesOf(left)) === hex(bytesOf(right));
    },
    subtle: {
      async digest(algorithm, data) {
        const name = String(algorithm.name ?? algorithm).replace('-', '');
        return new Uint8Array(unhex(ask('hash', { algorithm: name, data: hex(bytesOf(data)) }))).buffer;
      },
    },
  };
  crypto.webcrypto = crypto;

  const decodePart = (text) => fromUtf8(codes(unescape(unescapeSafe(text.replace(/\+/g, ' ')))), false);
  const unescapeSafe = (text) => encodeURI(text.toWellFormed()).replace(/%25/g, '%');
  const encodePart = (text) => encodeURIComponent(text.toWellFormed()).replace(/[!'()~]/g, (char) => '%' + char.charCodeAt(0).toString(16).toUpperCase()).replace(/%20/g, '+');
  class URLSearchParams {
    #pairs = [];
    #changed;
    constructor(given = '', changed = () => {}) {
      this.#changed = changed;
      if (typeof given === 'string') {
        for (const part of given.replace(/^\?/, '').split('&')) {
          if (part === '') continue;
          const [name, ...rest] = part.split('=');
          this.#pairs.push([decodePart(name), decodePart(rest.join('='))]);
        }
      } else {
        const pairs = typeof given[Symbol.iterator] === 'function' ? given : Object.entries(given);
        for (const [name, value] of pairs) this.#pairs.push([String(name), String(value)]);
      }
    }
    get size() { return this.#pairs.length; }
    append(name, value) { this.#pairs.push([String(name), String(value)]); this.#changed(this); }
    delete(name) { this.#pairs = this.#pairs.filter(([each]) => each !== name); this.#changed(this); }
    get(name) { return this.#pairs.find(([each]) => each === name)?.[1] ?? null; }
    getAll(name) { return this.#pairs.filter(([each]) => each === name).map(([, value]) => value); }
    has(name) { return this.#pairs.some(([each]) => each === name); }
    set(name, value) {
      const at = this.#pairs.findIndex(([each]) => each === name);
      if (at < 0) return this.append(name, value);
      this.#pairs = this.#pairs.filter(([each], index) => each !== name || index === at);
      this.#pairs[at] = [name, String(value)];
      this.#changed(this);
    }
    sort() { this.#pairs.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)); this.#changed(this); }
    forEach(call) { for (const [name, value] of this.#pairs) call(value, name, this); }
    *entries() { yield* this.#pairs.map((pair) => [...pair]); }
    *keys() { for (const [name] of this.#pairs) yield name; }
    *values() { for (const [, value] of this.#pairs) yield value; }
    [Symbol.iterator]() { return this.entries(); }
    toString() { return this.#pairs.map((pair) => pair.map(encodePart).join('=')).join('&'); }
  }
  const parts = ['protocol', 'username', 'password', 'host', 'hostname', 'port', 'pathname', 'search', 'hash', 'href'];
  class URL {
    #parts;
    #query;
    constructor(text, base) { this.#parts = ask('url', { text: String(text), ...(base === undefined ? {} : { base: String(base) }) }); }
    static canParse(text, base) { try { new URL(text, base); return true; } catch { return false; } }
    static parse(text, base) { try { return new URL(text, base); } catch { return null; } }
    get origin() { return this.#parts.origin; }
    get searchParams() {
      this.#query ??= new URLSearchParams(this.#parts.search, (query) => { this.#parts = ask('url', { text: this.href, name: 'search', value: query.toString() }); });
      return this.#query;
    }
    toString() { return this.href; }
    toJSON() { return this.href; }
    static of(url, name) { return url.#parts[name]; }
    static change(url, name, value) {
      url.#parts = name === 'href' ? ask('url', { text: String(value) }) : ask('url', { text: url.href, name, value: String(value) });
      url.#query = undefined;
    }
  }
  const { of, change } = URL;
  delete URL.of;
  delete URL.change;
  for (const name of parts) Object.defineProperty(URL.prototype, name, { get() { return of(this, name); }, set(value) { change(this, name, value); }, enumerable: true });

  function structuredClone(value, seen = new Map()) {
    if (typeof value === 'function' || typeof value === 'symbol') throw new TypeError(String(value) + ' could not be cloned');
    if (typeof value !== 'object' || value === null) return value;
    if (seen instanceof Map === false) seen = new Map();
    if (seen.has(value)) return seen.get(value);
    const keep = (copy) => { seen.set(value, copy); return copy; };
    if (value instanceof Date) return keep(new Date(value));
    if (value instanceof RegExp) return keep(new RegExp(value.source, value.flags));
    if (value instanceof ArrayBuffer) return keep(value.slice(0));
    if (ArrayBuffer.isView(value)) return keep(new value.constructor(value));
    if (value instanceof Map) { const copy = keep(new Map()); for (const [name, each] of value) copy.set(structuredClone(name, seen), structuredClone(each, seen)); return copy; }
    if (value instanceof Set) { const copy = keep(new Set()); for (const each of value) copy.add(structuredClone(each, seen)); return copy; }
    if (value instanceof Error) return keep(Object.assign(new Error(value.message), { name: value.name }));
    const copy = keep(Array.isArray(value) ? [] : {});
    for (const [name, each] of Object.entries(value)) copy[name] = structuredClone(each, seen);
    return copy;
  }
  function isDeepStrictEqual(left, right) {
    if (Object.is(left, right)) return true;
    if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false;
    if (Object.getPrototypeOf(left) !== Object.getPrototypeOf(right)) return false;
    if (left instanceof Date) return left.getTime() === right.getTime();
    if (left instanceof Map || left instanceof Set) return isDeepStrictEqual([...left], [...right]);
    const names = Object.keys(left);
    return names.length === Object.keys(right).length && names.every((name) => Object.hasOwn(right, name) && isDeepStrictEqual(left[name], right[name]));
  }
  const inspect = (value) => {
    if (typeof value === 'string') return "'" + value + "'";
    if (typeof value !== 'object' || value === null) return typeof value === 'bigint' ? value + 'n' : String(value);
    try { return JSON.stringify(value); } catch { return String(value); }
  };
  function format(first, ...rest) {
    if (typeof first !== 'string') return [first, ...rest].map((each) => (typeof each === 'string' ? each : inspect(each))).join(' ');
    const text = first.replace(/%([sdifjoO%])/g, (whole, kind) => {
      if (kind === '%') return '%';
      if (rest.length === 0) return whole;
      const value = rest.shift();
      if (kind === 's') return typeof value === 'object' ? inspect(value) : String(value);
      if (kind === 'd' || kind === 'f') return String(Number(value));
      if (kind === 'i') return String(parseInt(value, 10));
      return kind === 'j' ? JSON.stringify(value) : inspect(value);
    });
    return [text, ...rest.map((each) => (typeof each === 'string' ? each : inspect(each)))].join(' ');
  }
  const promisify = (call) => (...given) => new Promise((resolve, reject) => call(...given, (error, value) => (error ? reject(error) : resolve(value))));

  const globals = { Buffer, TextDecoder, TextEncoder, URL, URLSearchParams, atob, btoa, crypto, structuredClone: (value) => structuredClone(value) };
  const modules = {
    buffer: { Buffer, atob, btoa },
    crypto,
    url: { URL, URLSearchParams },
    util: { TextDecoder, TextEncoder, format, inspect, isDeepStrictEqual, promisify },
  };
  return { globals, modules };
})`;

/** Globals that the library defines. */
export const globals: readonly string[] = [
  'Buffer',
  'TextDecoder',
  'TextEncoder',
  'URL',
  'URLSearchParams',
  'atob',
  'btoa',
  'crypto',
  'structuredClone',
];
