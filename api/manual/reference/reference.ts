import type { Topic } from '../topics/topic.js';
import { appTopics } from './apps.js';
import { connectorTopics } from './connectors.js';
import { errorTopics } from './errors.js';
import { eventTopics } from './events.js';
import { functionTopics } from './functions.js';
import { kindTopics } from './kinds.js';
import { metricTopics } from './metrics.js';
import { operationTopics } from './operations.js';
import { ruleTopics } from './rules.js';
import { settingTopics } from './settings.js';
import { taskTopics } from './tasks.js';

/** Everything that the code of `controller` and `api` says of itself, as pages of the manual. */
export function referenceTopics(): Topic[] {
  return [
    ...taskTopics(),
    ...functionTopics(),
    ...kindTopics(),
    ...connectorTopics(),
    ...appTopics(),
    ...operationTopics(),
    ...settingTopics(),
    ...errorTopics(),
    ...ruleTopics(),
    ...eventTopics(),
    ...metricTopics(),
  ];
}
