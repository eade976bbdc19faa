import { homedir } from 'node:os';
import path from 'node:path';
import { type ServiceManager, type ServiceOptions, tryRun } from './service-manager.js';

export const unitName = 'substrate.service';

export const unitFile = (env: NodeJS.ProcessEnv): string =>
  path.join(env.XDG_CONFIG_HOME || path.join(homedir(), '.config'), 'systemd', 'user', unitName);

/** In quotes, because of spaces; a percent sign would begin a specifier and a dollar sign a variable. */
const word = (text: string): string => `"${text.replace(/[\\"]/g, '\\$&').replaceAll('%', '%%').replaceAll('$', '$$$$')}"`;
const setting = (text: string): string => `"${text.replace(/[\\"]/g, '\\$&').replaceAll('%', '%%')}"`;

export const unitText = ({ program, env }: ServiceOptions): string => `[Unit]
Description=Substrate: the state and the actions of running applications

[Service]
ExecStart=${program.map(word).join(' ')}
${Object.entries(env)
  .map(([name, value]) => `Environment=${setting(`${name}=${value}`)}\n`)
  .join('')}Restart=on-failure
RestartSec=2

[Install]
WantedBy=default.target
`;

export const createSystemd = (options: ServiceOptions, env: NodeJS.ProcessEnv): ServiceManager => ({
  name: 'systemd',
  file: unitFile(env),
  text: unitText(options),
  trouble() {
    const why = tryRun('systemctl', '--user', 'show-environment');
    return why === undefined ? undefined : `systemd does not manage the services of users here (${why.split('\n')[0]})`;
  },
  start: () => tryRun('systemctl', '--user', 'daemon-reload') ?? tryRun('systemctl', '--user', 'enable', '--now', unitName),
  stop() {
    tryRun('systemctl', '--user', 'disable', '--now', unitName);
  },
  isRunning: () => tryRun('systemctl', '--user', 'is-active', '--quiet', unitName) === undefined,
});
