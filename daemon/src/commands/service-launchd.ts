import { homedir } from 'node:os';
import path from 'node:path';
import { type ServiceManager, type ServiceOptions, tryRun } from './service-manager.js';

const label = 'dev.substrate.daemon';

const xml = (text: string): string => text.replace(/[<>&]/g, (mark) => `&#${mark.charCodeAt(0)};`);
const string = (text: string): string => `<string>${xml(text)}</string>`;

/** Ended with success (`substrate stop`) it stays ended until the next login; what it logs goes to a file, because launchd keeps none. */
export const agentText = ({ program, env, logFile }: ServiceOptions): string => `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>Label</key>${string(label)}
  <key>ProgramArguments</key>
  <array>${program.map(string).join('')}</array>
  <key>EnvironmentVariables</key>
  <dict>${Object.entries(env)
    .map(([name, value]) => `<key>${xml(name)}</key>${string(value)}`)
    .join('')}</dict>
  <key>RunAtLoad</key><true/>
  <key>KeepAlive</key><dict><key>SuccessfulExit</key><false/></dict>
  <key>StandardErrorPath</key>${string(logFile)}
</dict>
</plist>
`;

export const createLaunchd = (options: ServiceOptions): ServiceManager => {
  const domain = `gui/${process.getuid?.() ?? 0}`;
  const file = path.join(homedir(), 'Library', 'LaunchAgents', `${label}.plist`);
  return {
    name: 'launchd',
    file,
    text: agentText(options),
    trouble: () => undefined,
    start() {
      tryRun('launchctl', 'bootout', `${domain}/${label}`);
      return tryRun('launchctl', 'bootstrap', domain, file);
    },
    stop() {
      tryRun('launchctl', 'bootout', `${domain}/${label}`);
    },
    isRunning: () => tryRun('launchctl', 'print', `${domain}/${label}`) === undefined,
  };
};
