/** The base path of the service with a slash at both ends: the server writes it into `<base>` of the page. */
const basePath = new URL(document.baseURI).pathname;

/** The path of the console, without a slash at its end. */
export const consolePath = `${basePath}console`;

/** Returns the address of a path of the service, such as `/api/v1/platform/branches`. */
export function getServicePath(path: string): string {
  return basePath + path.replace(/^\//, '');
}
