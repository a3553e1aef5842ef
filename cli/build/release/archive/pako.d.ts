declare module 'pako' {
  /** The part of pako 1 that releases use. */
  export class Deflate {
    constructor(options: { gzip: boolean; level: number });
    push(data: Uint8Array, isLast: boolean): boolean;
    onData(chunk: Uint8Array): void;
    readonly err: number;
    readonly msg: string;
  }
}
