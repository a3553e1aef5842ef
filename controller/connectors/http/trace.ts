/**
 * Makes a request part of a trace (W3C Trace Context), unless it says itself which it is part of.
 * @param trace headers; undefined for a call that is in no trace
 */
export function joinTrace(headers: Headers, trace: Readonly<Record<string, string>> = {}): void {
  if (headers.has('traceparent')) return;
  for (const [name, value] of Object.entries(trace)) headers.set(name, value);
}
