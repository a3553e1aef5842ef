export { getIterations, type InspectedTask, TaskInspector } from './task-inspector.js';
