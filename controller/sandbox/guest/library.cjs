/**
 * Globals and modules of scripts. The interpreter evaluates this file when a script first uses one of them.
 * @param compute calls a function of the host: its name, and its input as JSON
 * @param bytes the function of `bytes.cjs`
 * @returns the globals by name, and the modules under `modules`
 */
(compute, bytes) => {
  'use strict';
  const ask = (name, given) => {
    const { value, error } = JSON.parse(compute(name, JSON.stringify(given)));
    if (error !== undefined) throw new TypeError(error);
    return value;
  };

  const { Buffer, TextDecoder, TextEncoder, atob, btoa, buffer, bytesOf, codes, fromUtf8, hex, unhex } =
    bytes(ask);

  function hasher(about) {
    const chunks = [];
    let isDone = false;
    return {
      update(data, encoding) {
        if (isDone) throw new Error('Digest already called');
        chunks.push(hex(bytesOf(data, encoding)));
        return this;
      },
      digest(encoding) {
        if (isDone) throw new Error('Digest already called');
        isDone = true;
        const digest = buffer(ask('hash', { ...about, data: chunks.join('') }));
        return encoding === undefined || encoding === 'buffer' ? digest : digest.toString(encoding);
      },
    };
  }
  const random = (size, call) => {
    noCallback(call);
    return buffer(ask('random', { size }));
  };
  const noCallback = (call) => {
    if (call !== undefined)
      throw new TypeError('Scripts have no callbacks of node:crypto: use the returned value');
  };
  const crypto = {
    createHash: (algorithm) => hasher({ algorithm: String(algorithm) }),
    createHmac: (algorithm, key) => hasher({ algorithm: String(algorithm), key: hex(bytesOf(key)) }),
    randomBytes: random,
    randomInt(from, to, call) {
      noCallback(typeof to === 'function' ? to : call);
      const [min, end] = to === undefined ? [0, from] : [from, to];
      if (!Number.isSafeInteger(min) || !(end > min))
        throw new RangeError('randomInt needs a range of whole numbers');
      return min + Math.floor((parseInt(hex(random(6)), 16) / 2 ** 48) * (end - min));
    },
    randomUUID() {
      const bytes = random(16);
      bytes[6] = (bytes[6] & 15) | 64;
      bytes[8] = (bytes[8] & 63) | 128;
      return hex(bytes).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
    },
    getRandomValues(array) {
      bytesOf(array).set(random(array.byteLength));
      return array;
    },
    timingSafeEqual(left, right) {
      if (!ArrayBuffer.isView(left) || !ArrayBuffer.isView(right))
        throw new TypeError('timingSafeEqual needs Buffers or typed arrays');
      if (left.byteLength !== right.byteLength)
        throw new RangeError('Input buffers must have the same byte length');
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
  const encodePart = (text) =>
    encodeURIComponent(text.toWellFormed())
      .replace(/[!'()~]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
      .replace(/%20/g, '+');
  class URLSearchParams {
    #pairs = [];
    #changed;
    /** @param {any} init */
    constructor(init = '', changed = () => {}) {
      this.#changed = changed;
      if ((typeof init !== 'object' && typeof init !== 'function') || init === null)
        this.#pairs = read(String(init));
      else if (typeof init[Symbol.iterator] !== 'function')
        this.#pairs = Object.entries(init).map(([name, value]) => [String(name), String(value)]);
      else
        for (const pair of init) {
          const texts = typeof pair === 'object' && pair !== null ? Array.from(pair, String) : [];
          if (texts.length !== 2)
            throw new TypeError('Each query pair must be an iterable [name, value] tuple');
          this.#pairs.push(texts);
        }
    }
    static replace(query, text) {
      query.#pairs = read(text);
    }
    get size() {
      return this.#pairs.length;
    }
    append(name, value) {
      this.#pairs.push([String(name), String(value)]);
      this.#changed();
    }
    delete(name, value) {
      this.#pairs = this.#pairs.filter((pair) => !isPair(pair, name, value));
      this.#changed();
    }
    get(name) {
      return this.#pairs.find((pair) => isPair(pair, name))?.[1] ?? null;
    }
    getAll(name) {
      return this.#pairs.filter((pair) => isPair(pair, name)).map(([, value]) => value);
    }
    has(name, value) {
      return this.#pairs.some((pair) => isPair(pair, name, value));
    }
    set(name, value) {
      const at = this.#pairs.findIndex((pair) => isPair(pair, name));
      if (at < 0) return this.append(name, value);
      this.#pairs = this.#pairs.filter((pair, index) => index <= at || !isPair(pair, name));
      this.#pairs[at] = [String(name), String(value)];
      this.#changed();
    }
    sort() {
      this.#pairs.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
      this.#changed();
    }
    forEach(call, self) {
      for (const [name, value] of this.#pairs) call.call(self, value, name, this);
    }
    *entries() {
      for (let at = 0; at < this.#pairs.length; at++) yield [...this.#pairs[at]];
    }
    *keys() {
      for (const [name] of this.entries()) yield name;
    }
    *values() {
      for (const [, value] of this.entries()) yield value;
    }
    [Symbol.iterator]() {
      return this.entries();
    }
    toString() {
      return this.#pairs.map((pair) => pair.map(encodePart).join('=')).join('&');
    }
  }
  const { replace } = URLSearchParams;
  delete URLSearchParams.replace;
  function isPair([name, value], wanted, wantedValue) {
    return name === String(wanted) && (wantedValue === undefined || value === String(wantedValue));
  }
  function read(text) {
    return text
      .replace(/^\?/, '')
      .split('&')
      .filter((part) => part !== '')
      .map((part) => {
        const at = part.indexOf('=');
        return at < 0
          ? [decodePart(part), '']
          : [decodePart(part.slice(0, at)), decodePart(part.slice(at + 1))];
      });
  }
  const parts = [
    'protocol',
    'username',
    'password',
    'host',
    'hostname',
    'port',
    'pathname',
    'search',
    'hash',
    'href',
  ];
  class URL {
    #parts;
    #query;
    #isChanged = false;
    constructor(text, base) {
      this.#parts = ask('url', { text: String(text), ...(base === undefined ? {} : { base: String(base) }) });
    }
    static canParse(text, base) {
      try {
        new URL(text, base);
        return true;
      } catch {
        return false;
      }
    }
    static parse(text, base) {
      try {
        return new URL(text, base);
      } catch {
        return null;
      }
    }
    get origin() {
      return this.#parts.origin;
    }
    get searchParams() {
      this.#query ??= new URLSearchParams(of(this, 'search'), () => {
        this.#isChanged = true;
      });
      return this.#query;
    }
    toString() {
      return /** @type {any} */ (this).href;
    }
    toJSON() {
      return /** @type {any} */ (this).href;
    }
    /** @param {URL} url */
    static of(url, name) {
      if (url.#isChanged) {
        url.#isChanged = false;
        url.#parts = ask('url', { text: url.#parts.href, name: 'search', value: url.#query.toString() });
      }
      return url.#parts[name];
    }
    /** @param {URL} url */
    static change(url, name, value) {
      const text = of(url, 'href');
      url.#parts =
        name === 'href'
          ? ask('url', { text: String(value) })
          : ask('url', { text, name, value: String(value) });
      if (url.#query && (name === 'href' || name === 'search')) replace(url.#query, url.#parts.search);
    }
  }
  const { of, change } = URL;
  delete URL.of;
  delete URL.change;
  for (const name of parts)
    Object.defineProperty(URL.prototype, name, {
      get() {
        return of(this, name);
      },
      set(value) {
        change(this, name, value);
      },
      enumerable: true,
    });

  /** Copies a typed array; a Buffer becomes one of bytes, as in Node.js. @param {any} view */
  function copyView(view) {
    return view instanceof Buffer ? new Uint8Array(view) : new view.constructor(view);
  }
  /** @param {any} value */
  function structuredClone(value, seen = new Map()) {
    if (typeof value === 'function' || typeof value === 'symbol')
      throw new TypeError(`${String(value)} could not be cloned`);
    if (typeof value !== 'object' || value === null) return value;
    if (seen instanceof Map === false) seen = new Map();
    if (seen.has(value)) return seen.get(value);
    const keep = (copy) => {
      seen.set(value, copy);
      return copy;
    };
    if (value instanceof Date) return keep(new Date(value));
    if (value instanceof RegExp) return keep(new RegExp(value.source, value.flags));
    if (value instanceof ArrayBuffer) return keep(value.slice(0));
    if (ArrayBuffer.isView(value)) return keep(copyView(value));
    if (value instanceof Map) {
      const copy = keep(new Map());
      for (const [name, each] of value) copy.set(structuredClone(name, seen), structuredClone(each, seen));
      return copy;
    }
    if (value instanceof Set) {
      const copy = keep(new Set());
      for (const each of value) copy.add(structuredClone(each, seen));
      return copy;
    }
    if (value instanceof Error) return keep(Object.assign(new Error(value.message), { name: value.name }));
    const copy = keep(Array.isArray(value) ? [] : {});
    for (const [name, each] of Object.entries(value))
      Object.defineProperty(copy, name, {
        value: structuredClone(each, seen),
        writable: true,
        enumerable: true,
        configurable: true,
      });
    return copy;
  }
  const tagOf = (value) => Object.prototype.toString.call(value);
  const isSymbolOf = (value) => (symbol) => Object.prototype.propertyIsEnumerable.call(value, symbol);
  const namesOf = (value) => [
    ...Object.keys(value),
    ...Object.getOwnPropertySymbols(value).filter(isSymbolOf(value)),
  ];
  function isDeepStrictEqual(left, right) {
    return isSame(left, right, new Map());
  }
  function isSame(left, right, seen) {
    if (Object.is(left, right)) return true;
    if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null)
      return false;
    if (Object.getPrototypeOf(left) !== Object.getPrototypeOf(right) || tagOf(left) !== tagOf(right))
      return false;
    // A pair that is being compared counts as the same.
    if (seen.get(left) === right) return true;
    seen.set(left, right);
    const same = isSameContent(left, right, seen) && isSameMembers(left, right, seen);
    seen.delete(left);
    return same;
  }
  /** @param {any} left @param {any} right */
  function isSameContent(left, right, seen) {
    if (left instanceof Date) return Object.is(left.getTime(), right.getTime());
    if (left instanceof RegExp) return String(left) === String(right) && left.lastIndex === right.lastIndex;
    if (left instanceof Error)
      return (
        left.message === right.message &&
        left.name === right.name &&
        isSame(left.cause, right.cause, seen) &&
        isSame(/** @type {any} */ (left).errors, /** @type {any} */ (right).errors, seen)
      );
    if (left instanceof ArrayBuffer) return hex(new Uint8Array(left)) === hex(new Uint8Array(right));
    if (left instanceof Number || left instanceof String || left instanceof Boolean)
      return Object.is(left.valueOf(), right.valueOf());
    if (left instanceof Map || left instanceof Set)
      return left.size === right.size && isSameItems(left, right, seen);
    if (Array.isArray(left) || ArrayBuffer.isView(left))
      return /** @type {any} */ (left).length === right.length;
    return true;
  }
  function isSameItems(left, right, seen) {
    const isMap = left instanceof Map;
    const rest = new Set(isMap ? right.keys() : right);
    const fits = (item, other) =>
      isSame(item, other, seen) && (!isMap || isSame(left.get(item), right.get(other), seen));
    return [...(isMap ? left.keys() : left)].every((item) => {
      const other = rest.has(item)
        ? item
        : [...rest].find((each) => typeof item === 'object' && item !== null && fits(item, each));
      return rest.has(other) && fits(item, other) && rest.delete(other);
    });
  }
  function isSameMembers(left, right, seen) {
    const names = namesOf(left);
    return (
      names.length === namesOf(right).length &&
      names.every((name) => Object.hasOwn(right, name) && isSame(left[name], right[name], seen))
    );
  }
  const inspect = (value) => {
    if (typeof value === 'string') return `'${value}'`;
    if (typeof value !== 'object' || value === null)
      return typeof value === 'bigint' ? `${value}n` : String(value);
    try {
      return JSON.stringify(value);
    } catch {
      return String(value);
    }
  };
  function format(first, ...rest) {
    if (typeof first !== 'string')
      return [first, ...rest].map((each) => (typeof each === 'string' ? each : inspect(each))).join(' ');
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
  const promisify =
    (call) =>
    (...given) =>
      new Promise((resolve, reject) =>
        call(...given, (error, value) => (error ? reject(error) : resolve(value))),
      );

  const globals = {
    Buffer,
    TextDecoder,
    TextEncoder,
    URL,
    URLSearchParams,
    atob,
    btoa,
    crypto,
    structuredClone: (value) => structuredClone(value),
  };
  const modules = {
    buffer: { Buffer, atob, btoa },
    crypto,
    url: { URL, URLSearchParams },
    util: { TextDecoder, TextEncoder, format, inspect, isDeepStrictEqual, promisify },
  };
  return { globals, modules };
};
