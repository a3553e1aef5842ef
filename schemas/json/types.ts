/** A JSON value (RFC 8259). */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };
/** A JSON Schema document, draft 2020-12. */
export type JsonSchema = JsonObject | boolean;
