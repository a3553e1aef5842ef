/**
 * Evaluated before each script. It defines the variables of the script and returns a function that calls the script and
 * describes the result in one string: `v` and JSON, `u` for no value, `e` or `j` and the JSON of an error (`j`: the value cannot
 * be written as JSON). It keeps references to the built-ins that it needs because the script may change them.
 */
(write, inputJson, compute, bytesSource, librarySource, names, available) => {
  'use strict';
  const { stringify } = JSON;
  const text = String;
  const { defineProperty, entries, freeze } = Object;
  const input = JSON.parse(inputJson);

  function show(value) {
    if (typeof value === 'string') return value;
    if (value instanceof Error) return `${value}\n${value.stack}`;
    if (typeof value !== 'object' || value === null) return text(value);
    try {
      return stringify(value);
    } catch {
      return text(value);
    }
  }
  function printer(stream) {
    return (...values) => {
      let line = '';
      for (let index = 0; index < values.length; index++)
        line += (index > 0 ? ' ' : '') + show(values[index]);
      write(stream, `${line}\n`);
    };
  }
  function variable(name, value) {
    defineProperty(globalThis, name, { value, writable: true, enumerable: true, configurable: true });
  }
  const [out, err] = [printer('stdout'), printer('stderr')];
  variable('console', { log: out, info: out, debug: out, error: err, warn: err, trace: err });
  variable('process', freeze({ argv: ['js', 'script.js', ...input.argv], env: input.environment }));
  variable('stdin', input.stdin);
  variable('args', input.arguments);
  // Most scripts use nothing of the library, which takes longer to evaluate than they do.
  // biome-ignore lint/security/noGlobalEval: the interpreter has the sources as texts, and evaluates them outside of this function.
  const evaluate = eval;
  let library;
  const load = () => {
    library ??= evaluate(librarySource)(compute, evaluate(bytesSource));
    return library;
  };
  for (const name of names.split(' ')) {
    const set = (value) => variable(name, value);
    defineProperty(globalThis, name, {
      get: () => load().globals[name],
      set,
      enumerable: false,
      configurable: true,
    });
  }
  variable('require', (name) => {
    const module = text(name).replace(/^node:/, '');
    const { modules } = load();
    if (Object.hasOwn(modules, module)) return modules[module];
    throw new Error(`Cannot import \`${name}\`: scripts have ${available} only`);
  });
  for (const [name, value] of entries(input.named)) {
    try {
      variable(name, value);
    } catch {
      throw new TypeError(`\`${name}\` cannot be the name of an argument`);
    }
  }

  function member(error, name) {
    try {
      return error[name] === undefined ? '' : text(error[name]);
    } catch {
      return '';
    }
  }
  function describe(error) {
    if (typeof error !== 'object' || error === null)
      return stringify({ name: '', message: show(error), stack: '' });
    const message = error instanceof Error ? member(error, 'message') : show(error);
    return stringify({ name: member(error, 'name'), message, stack: member(error, 'stack') });
  }
  return async (main) => {
    let value;
    try {
      value = await main();
    } catch (error) {
      return `e${describe(error)}`;
    }
    try {
      const json = stringify(value);
      return json === undefined ? 'u' : `v${json}`;
    } catch (error) {
      return `j${describe(error)}`;
    }
  };
};
