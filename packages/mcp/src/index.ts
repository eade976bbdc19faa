export type { McpEndpoint, McpEndpointOptions } from './http.js';
export { createMcpEndpoint } from './http.js';
export type { McpServerOptions } from './server.js';
export { createMcpServer } from './server.js';
export type { StdioOptions } from './stdio.js';
export { serveMcpStdio } from './stdio.js';
