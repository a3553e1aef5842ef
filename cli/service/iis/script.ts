export interface IisSite {
  /** The name of the site, of its application pool and, below another site, of the application. */
  site: string;
  /** The folder with web.config. */
  webFolder: string;
  dir: string;
  dataDirectory: string;
  port: number;
  /** `/` for a site of its own, else the path of the application in the site. */
  path: string;
  serves: readonly string[];
}

/**
 * Returns the PowerShell that makes the application pool, the site or the application, and the rights on folders. It can be
 * run again: what is there is brought to the same state. No reservation of the URL is needed, because IIS itself listens.
 */
export function iisScript(site: IisSite): string {
  const { webFolder, dir, dataDirectory, port, path, serves } = site;
  const pool = site.path === '/' ? site.site : `${site.site}-${path.slice(1).replaceAll('/', '-')}`;
  const account = `IIS AppPool\\${pool}`;
  const readable = [...new Set([dir, ...serves])];
  return `$ErrorActionPreference = 'Stop'
Import-Module WebAdministration
if (-not (Get-WebGlobalModule -Name httpPlatformHandler)) {
  throw 'HttpPlatformHandler is not installed: https://www.iis.net/downloads/microsoft/httpplatformhandler'
}

# The application pool: no .NET, always running, one process.
$pool = ${text(pool)}
if (-not (Test-Path "IIS:\\AppPools\\$pool")) { New-WebAppPool -Name $pool | Out-Null }
Set-ItemProperty "IIS:\\AppPools\\$pool" -Name managedRuntimeVersion -Value ''
Set-ItemProperty "IIS:\\AppPools\\$pool" -Name startMode -Value AlwaysRunning
Set-ItemProperty "IIS:\\AppPools\\$pool" -Name processModel.idleTimeout -Value ([TimeSpan]::Zero)
Set-ItemProperty "IIS:\\AppPools\\$pool" -Name recycling.periodicRestart.time -Value ([TimeSpan]::Zero)
# Two processes must not use one data directory.
Set-ItemProperty "IIS:\\AppPools\\$pool" -Name recycling.disallowOverlappingRotation -Value $true

# Rights: the account of the pool reads the program and writes the data directory.
New-Item -ItemType Directory -Force -Path ${text(dataDirectory)}, ${text(`${dataDirectory}\\logs`)} | Out-Null
${readable.map((folder) => `icacls ${text(folder)} /grant ${text(`${account}:(OI)(CI)RX`)} | Out-Null`).join('\n')}
icacls ${text(dataDirectory)} /inheritance:r /grant:r ${text(`${account}:(OI)(CI)M`)} 'BUILTIN\\Administrators:(OI)(CI)F' 'NT AUTHORITY\\SYSTEM:(OI)(CI)F' | Out-Null

${unlock}${path === '/' ? siteLines(site.site, webFolder, port) : applicationLines(site.site, webFolder, path, port)}
Start-WebAppPool -Name $pool -ErrorAction SilentlyContinue
`;
}

/** The section of the module is locked at the server by default, so that web.config could not use it. */
const unlock = `& "$env:windir\\System32\\inetsrv\\appcmd.exe" unlock config /section:system.webServer/handlers | Out-Null
`;

function siteLines(site: string, webFolder: string, port: number): string {
  return `$site = ${text(site)}
if (-not (Get-Website -Name $site)) {
  New-Website -Name $site -Port ${port} -PhysicalPath ${text(webFolder)} -ApplicationPool $pool | Out-Null
} else {
  Set-ItemProperty "IIS:\\Sites\\$site" -Name physicalPath -Value ${text(webFolder)}
  Set-ItemProperty "IIS:\\Sites\\$site" -Name applicationPool -Value $pool
  Set-ItemProperty "IIS:\\Sites\\$site" -Name bindings -Value @{ protocol = 'http'; bindingInformation = '*:${port}:' }
}
Set-ItemProperty "IIS:\\Sites\\$site" -Name applicationDefaults.preloadEnabled -Value $true
Start-Website -Name $site`;
}

function applicationLines(site: string, webFolder: string, path: string, port: number): string {
  const name = path.slice(1);
  return `$site = ${text(site)}
if (-not (Get-Website -Name $site)) { throw "There is no site $site on port ${port}" }
if (-not (Get-WebApplication -Site $site -Name ${text(name)})) {
  New-WebApplication -Site $site -Name ${text(name)} -PhysicalPath ${text(webFolder)} -ApplicationPool $pool | Out-Null
} else {
  Set-ItemProperty "IIS:\\Sites\\$site\\${name.replaceAll('/', '\\')}" -Name physicalPath -Value ${text(webFolder)}
}`;
}

/** A text of PowerShell, in which only the quote itself is special. */
function text(value: string): string {
  return `'${value.replaceAll("'", "''")}'`;
}
