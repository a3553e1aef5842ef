import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from './browser.js';

/** Keeps a picture of a page in the folder `SVC_SCREENSHOTS`, if that is set. */
export async function keepPicture(page: Page, name: string): Promise<void> {
  const folder = process.env['SVC_SCREENSHOTS'];
  if (folder === undefined) return;
  mkdirSync(folder, { recursive: true });
  const { data } = await page.send('Page.captureScreenshot', { captureBeyondViewport: true });
  writeFileSync(join(folder, `${name.replaceAll(' ', '-')}.png`), Buffer.from(String(data), 'base64'));
}
