import { Provider } from 'oidc-provider';

// The sign-in of a town library: accounts and clients are here, what is granted is in the provider's memory.
const accounts = new Map([
  ['hanna', { name: 'Hanna Reuter', email: 'hanna@library.example', card: 'L-2207', desk: 'Returns' }],
  ['piotr', { name: 'Piotr Zielinski', email: 'piotr@library.example', card: 'L-1450', desk: 'Maps' }],
]);
const port = Number(process.argv[2]);
const client = (client_id, client_name, more) => ({
  client_id,
  client_name,
  client_secret: `${client_id}-secret`,
  redirect_uris: [`http://127.0.0.1:${port}/${client_id}/done`],
  ...more,
});

const provider = new Provider(`http://127.0.0.1:${port}`, {
  clients: [
    client('catalogue', 'Catalogue', {
      grant_types: ['authorization_code', 'refresh_token'],
      scope: 'openid email loans offline_access',
    }),
    client('lending-robot', 'Lending robot', {
      grant_types: ['client_credentials'],
      response_types: [],
      redirect_uris: [],
      scope: 'loans shelves',
      token_endpoint_auth_method: 'client_secret_post',
    }),
    {
      client_id: 'kiosk',
      client_name: 'Kiosk in the hall',
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'urn:ietf:params:oauth:grant-type:device_code'],
      redirect_uris: ['https://kiosk.example/done'],
      scope: 'openid email',
    },
  ],
  scopes: ['openid', 'email', 'loans', 'shelves', 'offline_access'],
  claims: { openid: ['sub', 'name', 'card', 'desk'], email: ['email'] },
  ttl: {
    AccessToken: 5400,
    ClientCredentials: 2700,
    Session: 86_400,
    Interaction: 3600,
    Grant: 86_400,
    AuthorizationCode: 300,
    IdToken: 3600,
  },
  features: {
    clientCredentials: { enabled: true },
    devInteractions: { enabled: true },
    introspection: { enabled: true },
    revocation: { enabled: true },
    deviceFlow: { enabled: true },
    registration: { enabled: true },
    registrationManagement: { enabled: true },
  },
  cookies: { keys: ['a key of the library'] },
  pkce: { required: () => false },
  findAccount: (_, id) => {
    const account = accounts.get(id);
    return account && { accountId: id, claims: () => ({ sub: id, ...account }) };
  },
});
provider.listen(port, '127.0.0.1', () => console.log('open'));
