/**
 * Adds a request to a trace (W3C Trace Context), unless it already names one.
 * @param trace headers; undefined for a call outside any trace
 */
export function joinTrace(headers: Headers, trace: Readonly<Record<string, string>> = {}): void {
  if (headers.has('traceparent')) return;
  for (const [name, value] of Object.entries(trace)) headers.set(name, value);
}
