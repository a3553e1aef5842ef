export { createAgent, createProxyAgent } from './agents.js';
