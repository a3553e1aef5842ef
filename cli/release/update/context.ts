import type { Io } from '../../contract/io.js';
import type { Installation } from '../installation/layout.js';
import type { ServedOptions } from './served.js';
import type { FindControl } from './service-control.js';

/** The surroundings of a command on an installation. */
export interface ReleaseContext {
  io: Io;
  installation: Installation;
  /** The root of trust of an installation that has none yet. */
  root(): Buffer;
  /** Certificates (PEM) that are trusted in place of the usual ones. */
  ca?: string;
  findControl: FindControl;
  served: ServedOptions;
  /** Milliseconds that a started service has to become ready. */
  readyMs: number;
}

/** The release that a caller asks for. */
export interface ReleaseRequest {
  /** The newest one when left out. */
  version?: string | undefined;
  url?: string | undefined;
  /** The time at which expired metadata of a `file:` address is taken as valid. */
  asOf?: Date | undefined;
}
