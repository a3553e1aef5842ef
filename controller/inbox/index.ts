export { Bell } from './bell.js';
export { Inbox, missed } from './inbox.js';
