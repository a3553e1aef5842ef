import { xmlElement } from '../contract/xml.js';

export interface IisApplication {
  /** The launcher with its first arguments; the launcher is an absolute path of Windows. */
  program: readonly string[];
  /** The arguments after these. */
  args: readonly string[];
  dataDirectory: string;
  /** The path of the application in its site, beginning with a slash; `/` for the whole site. */
  path: string;
  /** The greatest request body, in bytes. */
  maxBodyBytes: number;
}

/** The settings of the process: the port that IIS chose, and the proxies whose forwarded headers count. */
function getEnvironment({ dataDirectory, path }: IisApplication): Record<string, string> {
  return {
    SVC_DataDirectory: dataDirectory,
    SVC_Server__Host: '127.0.0.1',
    SVC_Server__Port: '%HTTP_PLATFORM_PORT%',
    SVC_Server__TrustedProxies: '127.0.0.1,::1',
    // The module passes the whole path on.
    ...(path === '/' ? {} : { SVC_Server__BasePath: path }),
  };
}

/**
 * Returns the web.config of an application whose requests HttpPlatformHandler 1.2 passes to svc ("HttpPlatformHandler
 * Configuration Reference" of Microsoft). IIS starts the process with the first request or with its pool, and again after its end.
 */
export function webConfig(application: IisApplication): string {
  const { program, args, dataDirectory, maxBodyBytes } = application;
  const [processPath = '', ...first] = program;
  const platform: Record<string, string> = {
    processPath,
    arguments: [...first, ...args].map(quoted).join(' '),
    startupTimeLimit: '120',
    startupRetryCount: '3',
    rapidFailsPerMinute: '10',
    // Whole minutes, longer than event streams stay quiet.
    requestTimeout: '00:20:00',
    processesPerApplication: '1',
    stdoutLogEnabled: 'true',
    stdoutLogFile: `${dataDirectory}\\logs\\iis`,
    forwardWindowsAuthToken: 'false',
  };
  const variables = Object.entries(getEnvironment(application)).map(([name, value]) =>
    xmlElement('environmentVariable', { name, value }),
  );
  const handler = {
    name: 'svc',
    path: '*',
    verb: '*',
    modules: 'httpPlatformHandler',
    resourceType: 'Unspecified',
  };
  return `<?xml version="1.0" encoding="UTF-8"?>
<!-- Written by \`svc iis install\`. -->
<configuration>
  <system.webServer>
    <handlers>
      <clear/>
      ${xmlElement('add', handler)}
    </handlers>
    ${xmlElement('httpPlatform', platform).replace(/\/>$/, '>')}
      <environmentVariables>
${variables.map((line) => `        ${line}\n`).join('')}      </environmentVariables>
    </httpPlatform>
    <httpErrors existingResponse="PassThrough"/>
    <urlCompression doDynamicCompression="false"/>
    <security>
      <requestFiltering allowDoubleEscaping="true">
        <hiddenSegments><clear/></hiddenSegments>
        <fileExtensions><clear/></fileExtensions>
        ${xmlElement('requestLimits', { maxAllowedContentLength: String(maxBodyBytes), maxQueryString: '16384' })}
      </requestFiltering>
    </security>
  </system.webServer>
</configuration>
`;
}

function quoted(word: string): string {
  return /\s/.test(word) ? `"${word}"` : word;
}
