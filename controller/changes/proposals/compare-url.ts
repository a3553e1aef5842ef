/** The page where a forge shows what a branch changes; undefined where the remote is not known to have one. */
export function compareUrl(remote: string | undefined, base: string, branch: string): string | undefined {
  const scp = /^[^/@\s]+@([^/:\s]+):(.+)$/.exec(remote ?? '');
  const address = scp ? `https://${scp[1]}/${scp[2]}` : remote;
  if (address === undefined || !URL.canParse(address)) return undefined;
  const { protocol, host, hostname, pathname } = new URL(address);
  const path = pathname.replace(/\/+$/, '').replace(/\.git$/, '');
  if (!/^(?:https?|ssh):$/.test(protocol) || path.split('/').length < 3) return undefined;
  const origin = protocol === 'ssh:' ? `https://${hostname}` : `${protocol}//${host}`;
  const range = `${encodeURIComponent(base)}...${branch.split('/').map(encodeURIComponent).join('/')}`;
  const folder = /gitlab/i.test(hostname) ? '/-/compare/' : '/compare/';
  return `${origin}${path}${folder}${range}`;
}
