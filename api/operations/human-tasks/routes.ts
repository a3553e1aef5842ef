import { entityPath, platformPath, type Route, route } from '../shared/route.js';
import {
  claimHumanTask,
  completeHumanTask,
  listHumanTasks,
  readHumanTask,
  releaseHumanTask,
} from './operations.js';

const base = `${platformPath}/human-tasks`;
const filters = ['status', 'mine', 'run', 'limit', 'cursor'];

export const humanTaskRoutes: readonly Route[] = [
  route('GET', base, listHumanTasks, { query: filters }),
  route('GET', `${base}/:id`, readHumanTask),
  route('POST', `${base}/:id/complete`, completeHumanTask, { body: ['values'] }),
  route('POST', `${base}/:id/claim`, claimHumanTask),
  route('POST', `${base}/:id/release`, releaseHumanTask),
  route('GET', entityPath('human-task'), listHumanTasks, { id: 'list-human-task-entities', query: filters }),
  route('GET', `${entityPath('human-task')}/:id`, readHumanTask, { id: 'read-human-task-entity' }),
];
