import { rmSync } from 'node:fs';

const pool = {
  Users: {},
  Options: {
    Id: 'local_harbour',
    Name: 'Harbour staff',
    MfaConfiguration: 'OFF',
    UsernameAttributes: [],
    Policies: {
      PasswordPolicy: { MinimumLength: 11, RequireNumbers: true, RequireSymbols: false, TemporaryPasswordValidityDays: 5 },
    },
  },
};

/** Cognito Local as its package starts it, a stand-in for a service that knows people: one pool with three of them, two groups and an application. */
export default {
  get: { npm: { 'cognito-local': '5.3.0' } },
  start({ modules, work, write, port }) {
    rmSync(`${work}/.cognito`, { recursive: true, force: true });
    write('.cognito/config.json', JSON.stringify({ UserPoolDefaults: { UsernameAttributes: [] } }));
    write('.cognito/db/local_harbour.json', JSON.stringify(pool));
    return [
      'node',
      [`${modules}/cognito-local/lib/bin/start.js`],
      { cwd: work, env: { PORT: String(port()), HOST: '127.0.0.1' } },
    ];
  },
  ready: ({ until, said }) => until(() => said().includes('Cognito Local running'), 'the service'),
  async drive({ url }) {
    const ask = async (target, body) => {
      const answer = await fetch(url, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/x-amz-json-1.1',
          'X-Amz-Target': `AWSCognitoIdentityProviderService.${target}`,
        },
        body: JSON.stringify({ UserPoolId: 'local_harbour', ...body }),
      });
      if (!answer.ok) throw new Error(`${target}: ${await answer.text()}`);
      return answer.json();
    };
    const person = (Username, attributes) =>
      ask('AdminCreateUser', {
        Username,
        MessageAction: 'SUPPRESS',
        TemporaryPassword: 'Temporary-11',
        UserAttributes: Object.entries(attributes).map(([Name, Value]) => ({ Name, Value })),
      });
    await ask('CreateUserPoolClient', { ClientName: 'Berth planner', RefreshTokenValidity: 12 });
    await person('sanna', { email: 'sanna@harbour.example', name: 'Sanna Lehto', phone_number: '+358401112223' });
    await person('bertil', { email: 'bertil@harbour.example', name: 'Bertil Ek' });
    await person('imke', { email: 'imke@harbour.example', name: 'Imke Hansen' });
    await ask('AdminSetUserPassword', { Username: 'sanna', Password: 'Quayside-2027', Permanent: true });
    await ask('CreateGroup', { GroupName: 'pilots', Description: 'Who may board ships', Precedence: 3 });
    await ask('CreateGroup', { GroupName: 'crane-drivers', Description: 'Who lifts', Precedence: 8 });
    await ask('AdminAddUserToGroup', { Username: 'sanna', GroupName: 'pilots' });
    await ask('AdminAddUserToGroup', { Username: 'imke', GroupName: 'crane-drivers' });
    await ask('AdminDisableUser', { Username: 'bertil' });
  },
};
