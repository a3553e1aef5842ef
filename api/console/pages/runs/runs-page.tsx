import { Page } from '../../parts/page.js';
export function RunsPage() {
  return <Page title="Runs">x</Page>;
}
