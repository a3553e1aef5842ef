import { printable } from '../../output/terminal/printable.js';
import type { ReleaseContext } from './context.js';
import { findServed, type Served } from './served.js';
import type { Change } from './switch-release.js';

/** Finds the service of an installation and its data. @throws Problem settings_invalid */
export async function openChange(context: ReleaseContext): Promise<{ change: Change; served: Served }> {
  const { io, installation, findControl, readyMs } = context;
  const control = await findControl(installation.dir, io);
  const served = findServed(io, installation.dir, context.served, control);
  const { dataDirectory } = served;
  const report = (step: string) => void io.stderr.write(`${printable(step)}\n`);
  return { change: { installation, control, dataDirectory, readyMs, report }, served };
}
