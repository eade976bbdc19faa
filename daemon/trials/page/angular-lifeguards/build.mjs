import { execFileSync } from 'node:child_process';

execFileSync(process.execPath, ['node_modules/@angular/cli/bin/ng.js', 'build'], {
  stdio: 'inherit',
  env: { ...process.env, NG_CLI_ANALYTICS: 'false' },
});
