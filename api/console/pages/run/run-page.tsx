import { Page } from '../../parts/page.js';
export function RunPage() {
  return <Page title="Run">x</Page>;
}
