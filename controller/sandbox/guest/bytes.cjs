/** Bytes and texts of scripts: encodings, `Buffer`, `TextEncoder` and `TextDecoder`. @param ask calls a function of the host */
(ask) => {
  'use strict';
  const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
  const chunk = 8192;
  const pairs = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));
  const inChunks = (bytes, toText) => {
    const texts = [];
    for (let at = 0; at < bytes.length; at += chunk) texts.push(toText(bytes.subarray(at, at + chunk)));
    return texts.join('');
  };
  const listed = (bytes) => (bytes instanceof Uint8Array ? bytes : Uint8Array.from(bytes));
  const hex = (bytes) => inChunks(listed(bytes), (part) => Array.from(part, (byte) => pairs[byte]).join(''));
  const unhex = (text) => {
    const list = [];
    for (let at = 0; at + 1 < text.length; at += 2) {
      const pair = text.slice(at, at + 2);
      if (!/^[0-9a-fA-F]{2}$/.test(pair)) break;
      list.push(parseInt(pair, 16));
    }
    return list;
  };
  const binary = (bytes) => inChunks(listed(bytes), (part) => String.fromCharCode.apply(null, part));
  const codes = (text) => Array.from({ length: text.length }, (_, at) => text.charCodeAt(at) & 255);
  const utf8 = (text) => codes(unescape(encodeURIComponent(String(text).toWellFormed())));
  function fromUtf8(bytes, fatal) {
    try {
      return decodeURIComponent(escape(binary(bytes)));
    } catch {
      if (fatal) throw new TypeError('The encoded data was not valid for encoding utf-8');
      return ask('utf8', { data: hex(bytes) });
    }
  }
  function base64(bytes) {
    const texts = [];
    for (let at = 0; at < bytes.length; at += 3) {
      const word = (bytes[at] << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
      const left = bytes.length - at;
      texts.push(
        digits[word >> 18] +
          digits[(word >> 12) & 63] +
          (left > 1 ? digits[(word >> 6) & 63] : '=') +
          (left > 2 ? digits[word & 63] : '='),
      );
    }
    return texts.join('');
  }
  function unbase64(text) {
    const list = [];
    let word = 0;
    let bits = 0;
    for (const char of text.replace(/-/g, '+').replace(/_/g, '/')) {
      const digit = digits.indexOf(char);
      if (digit < 0) {
        if (char === '=') break;
        continue;
      }
      word = ((word << 6) | digit) & 0xffffff;
      bits += 6;
      if (bits >= 8) {
        bits -= 8;
        list.push((word >> bits) & 255);
      }
    }
    return list;
  }
  const btoa = (value) => {
    const text = String(value);
    if (/[^\0-\xff]/.test(text)) throw new TypeError('The string contains characters outside of Latin1');
    return base64(codes(text));
  };
  const atob = (value) => {
    const spaceless = String(value).replace(/[\t\n\f\r ]/g, '');
    const text = spaceless.length % 4 === 0 ? spaceless.replace(/={1,2}$/, '') : spaceless;
    if (/[^A-Za-z0-9+/]/.test(text) || text.length % 4 === 1)
      throw new TypeError('The string to be decoded is not correctly encoded');
    return binary(unbase64(text));
  };
  class TextEncoder {
    get encoding() {
      return 'utf-8';
    }
    encode(text = '') {
      return new Uint8Array(utf8(text));
    }
  }
  /** The length of a character at the end of which bytes are still missing. */
  function cutOff(bytes) {
    for (let back = 1; back <= Math.min(3, bytes.length); back++) {
      const byte = bytes[bytes.length - back];
      if ((byte & 0xc0) === 0x80) continue;
      const length =
        byte >= 0xf0 && byte < 0xf5
          ? 4
          : byte >= 0xe0 && byte < 0xf0
            ? 3
            : byte >= 0xc2 && byte < 0xe0
              ? 2
              : 1;
      if (length <= back) return 0;
      const next = bytes[bytes.length - back + 1];
      const min = byte === 0xe0 ? 0xa0 : byte === 0xf0 ? 0x90 : 0x80;
      const max = byte === 0xed ? 0x9f : byte === 0xf4 ? 0x8f : 0xbf;
      return back > 1 && (next < min || next > max) ? 0 : back;
    }
    return 0;
  }
  class TextDecoder {
    encoding = 'utf-8';
    fatal = false;
    ignoreBOM = false;
    #rest = new Uint8Array();
    #isStarted = false;
    constructor(label = 'utf-8', { fatal = false, ignoreBOM = false } = {}) {
      if (!/^\s*(?:unicode-1-1-)?utf-?8\s*$/i.test(label))
        throw new RangeError(`Scripts decode utf-8 only, not ${label}`);
      this.fatal = Boolean(fatal);
      this.ignoreBOM = Boolean(ignoreBOM);
    }
    decode(data = new Uint8Array(), { stream = false } = {}) {
      const all = Buffer.concat([this.#rest, bytesOf(data)]);
      const end = all.length - (stream ? cutOff(all) : 0);
      const isStart = !this.#isStarted;
      this.#isStarted = stream && (this.#isStarted || end > 0);
      this.#rest = stream ? all.subarray(end) : new Uint8Array();
      const text = fromUtf8(all.subarray(0, end), this.fatal);
      return this.ignoreBOM || !isStart ? text : text.replace(/^\uFEFF/, '');
    }
  }
  function bytesOf(data, encoding) {
    if (typeof data === 'string') return Uint8Array.from(decodeText(data, encoding));
    if (data instanceof ArrayBuffer) return new Uint8Array(data);
    if (ArrayBuffer.isView(data)) return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
    throw new TypeError('must be a string, an ArrayBuffer or a typed array');
  }
  const plain = (text) => {
    if (/[^\0-\x7f]/.test(text))
      throw new TypeError('The string has characters that are in no encoding of bytes');
    return text;
  };
  function decodeText(text, encoding = 'utf8') {
    switch (String(encoding).toLowerCase()) {
      case 'utf8':
      case 'utf-8':
        return utf8(text);
      case 'hex':
        return unhex(plain(text));
      case 'base64':
      case 'base64url':
        return unbase64(plain(text));
      case 'latin1':
      case 'binary':
      case 'ascii':
        return codes(text);
      default:
        throw new TypeError(`Unknown encoding: ${encoding}`);
    }
  }
  function encodeText(bytes, encoding = 'utf8') {
    switch (String(encoding).toLowerCase()) {
      case 'utf8':
      case 'utf-8':
        return fromUtf8(bytes, false);
      case 'hex':
        return hex(bytes);
      case 'base64':
        return base64(bytes);
      case 'base64url':
        return base64(bytes).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
      case 'latin1':
      case 'binary':
        return binary(bytes);
      case 'ascii':
        return binary(bytes.map((byte) => byte & 127));
      default:
        throw new TypeError(`Unknown encoding: ${encoding}`);
    }
  }
  const inRange = (value, min, max, name) => {
    if (!Number.isInteger(value) || value < min || value > max)
      throw new RangeError(`"${name}" must be a whole number from ${min} to ${max}`);
    return value;
  };
  const own = Uint8Array.prototype;
  class Buffer extends Uint8Array {
    static from(value, encoding, length) {
      if (typeof value === 'string') return new Buffer(bytesOf(value, encoding));
      if (value instanceof ArrayBuffer) {
        const start = encoding === undefined ? 0 : inRange(encoding, 0, value.byteLength, 'offset');
        return new Buffer(
          value,
          start,
          length === undefined ? undefined : inRange(length, 0, value.byteLength - start, 'length'),
        );
      }
      const list = value?.type === 'Buffer' && Array.isArray(value.data) ? value.data : value;
      if (typeof list === 'object' && list !== null && typeof list.length === 'number')
        return new Buffer(Array.from(list, (each) => Number(each) & 255));
      throw new TypeError('Buffer.from needs a string, an ArrayBuffer, a Buffer or a list of bytes');
    }
    static alloc(size, value, encoding) {
      const made = new Buffer(inRange(size, 0, 2 ** 31, 'size'));
      return value === undefined || value === 0 ? made : made.fill(value, encoding);
    }
    static isBuffer(value) {
      return value instanceof Buffer;
    }
    static byteLength(value, encoding) {
      return bytesOf(value, encoding).length;
    }
    static compare(left, right) {
      const [a, b] = [bytesOf(left), bytesOf(right)];
      for (let at = 0; at < Math.min(a.length, b.length); at++)
        if (a[at] !== b[at]) return a[at] < b[at] ? -1 : 1;
      return Math.sign(a.length - b.length);
    }
    static concat(list, total = list.reduce((sum, { length }) => sum + length, 0)) {
      const all = Buffer.alloc(total);
      let at = 0;
      for (const each of list) {
        if (!(each instanceof Uint8Array))
          throw new TypeError('Buffer.concat needs a list of Buffers or Uint8Arrays');
        all.set(each.subarray(0, Math.max(0, total - at)), Math.min(at, total));
        at += each.length;
      }
      return all;
    }
    toString(encoding, start = 0, end = this.length) {
      const [from, to] = [
        Math.max(0, Math.trunc(Number(start)) || 0),
        Math.min(this.length, Math.trunc(Number(end)) || 0),
      ];
      return encodeText(
        from === 0 && to === this.length
          ? this
          : this.subarray(Math.min(from, this.length), Math.max(from, to)),
        encoding ?? 'utf8',
      );
    }
    toJSON() {
      return { type: 'Buffer', data: [...this] };
    }
    equals(other) {
      if (!(other instanceof Uint8Array)) throw new TypeError('"otherBuffer" must be a Buffer or Uint8Array');
      return Buffer.compare(this, other) === 0;
    }
    compare(other, ...range) {
      if (range.length > 0) throw new TypeError('Buffer.compare of scripts takes no ranges: use subarray');
      return Buffer.compare(this, other);
    }
    slice(start, end) {
      return this.subarray(start, end);
    }
    fill(value, offset, end, encoding) {
      if (typeof offset === 'string') return this.fill(value, 0, this.length, offset);
      if (typeof end === 'string') return this.fill(value, offset, this.length, end);
      const from = offset === undefined ? 0 : inRange(offset, 0, this.length, 'offset');
      // As in Node.js, an end without an offset counts for nothing.
      const to =
        offset === undefined || end === undefined ? this.length : inRange(end, 0, this.length, 'end');
      if (typeof value !== 'string' && !(value instanceof Uint8Array))
        return own.fill.call(this, Number(value) & 255, from, to);
      const bytes = bytesOf(value, encoding);
      if (bytes.length === 0 && value.length > 0)
        throw new TypeError('The value has no bytes in this encoding');
      if (bytes.length === 0) return own.fill.call(this, 0, from, to);
      for (let at = from; at < to; at++) this[at] = bytes[(at - from) % bytes.length];
      return this;
    }
    indexOf(value, offset, encoding) {
      return find(this, value, offset, encoding, false);
    }
    lastIndexOf(value, offset, encoding) {
      return find(this, value, offset, encoding, true);
    }
    includes(value, offset, encoding) {
      return this.indexOf(value, offset, encoding) !== -1;
    }
    write(text, offset = 0, length, encoding) {
      if (typeof offset === 'string') return this.write(text, 0, undefined, offset);
      if (typeof length === 'string') return this.write(text, offset, undefined, length);
      const room = this.length - inRange(offset, 0, this.length, 'offset');
      const maxLength =
        length === undefined ? room : Math.min(room, inRange(length, 0, this.length, 'length'));
      const bytes = bytesOf(String(text), encoding);
      const isUtf8 = encoding === undefined || /^utf-?8$/i.test(encoding);
      const cut = bytes.subarray(0, maxLength);
      const whole = isUtf8 && bytes.length > maxLength ? cut.subarray(0, cut.length - cutOff(cut)) : cut;
      this.set(whole, offset);
      return whole.length;
    }
    copy(target, at = 0, start = 0, end = this.length) {
      inRange(start, 0, this.length, 'sourceStart');
      const part = this.subarray(start, end).subarray(0, Math.max(0, target.length - at));
      target.set(part, Math.min(at, target.length));
      return part.length;
    }
  }
  /** Returns the first or the last position of a value. @param {any} value */
  function find(buffer, value, offset, encoding, isLast) {
    const [start, named] = typeof offset === 'string' ? [undefined, offset] : [offset, encoding];
    const { length } = buffer;
    let from = Number(start);
    if (start === undefined || Number.isNaN(from)) from = isLast ? length : 0;
    from = Math.trunc(from);
    if (from < 0) from += length;
    if (typeof value !== 'number' && typeof value !== 'string' && !(value instanceof Uint8Array))
      throw new TypeError('"value" must be a number, a string, a Buffer or a Uint8Array');
    const bytes = typeof value === 'number' ? Uint8Array.of(value & 255) : bytesOf(value, named);
    if (from < 0 && isLast && bytes.length > 0) return -1;
    from = Math.max(0, from);
    const isEmpty = typeof value === 'number' || value.length === 0;
    if (bytes.length === 0 && !isEmpty) throw new TypeError('The value has no bytes in this encoding');
    if (bytes.length === 0) return Math.min(from, length);
    const step = isLast ? -1 : 1;
    for (
      let at = isLast ? Math.min(from, length - bytes.length) : from;
      at >= 0 && at + bytes.length <= length;
      at += step
    ) {
      let same = 0;
      while (same < bytes.length && buffer[at + same] === bytes[same]) same++;
      if (same === bytes.length) return at;
    }
    return -1;
  }
  const buffer = (text) => new Buffer(unhex(text));

  return { Buffer, TextDecoder, TextEncoder, atob, btoa, buffer, bytesOf, codes, fromUtf8, hex, unhex };
};
