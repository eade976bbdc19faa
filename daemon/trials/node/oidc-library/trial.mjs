/** The sign-in of a library (oidc-provider, which keeps what is granted in its memory): somebody signed in and agreed, a robot has a token, and a client registered itself. */
export default {
  get: { npm: { 'oidc-provider': '8.8.1' }, files: ['library.mjs'] },
  start: ({ program, port }) => ['node', [`${program}/library.mjs`, port()], { cwd: program }],
  ready: ({ until, json }) => until(async () => (await json('/.well-known/openid-configuration')).issuer, 'the sign-in'),
  async drive({ url }) {
    const jar = new Map();
    const go = async (at, form) => {
      const answer = await fetch(new URL(at, url), {
        redirect: 'manual',
        method: form ? 'POST' : 'GET',
        headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
        body: form && new URLSearchParams(form),
      });
      for (const cookie of answer.headers.getSetCookie()) {
        const [name, ...value] = cookie.split(';')[0].split('=');
        jar.set(name, value.join('='));
      }
      return answer.headers.get('location');
    };
    const asked = {
      client_id: 'catalogue',
      response_type: 'code',
      scope: 'openid email loans',
      redirect_uri: `${url}/catalogue/done`,
      state: 'shelf-12',
    };
    const login = await go(`/auth?${new URLSearchParams(asked)}`);
    const consent = await go(await go(login, { prompt: 'login', login: 'hanna', password: 'any' }));
    const done = await go(await go(consent, { prompt: 'consent' }));
    const token = async (client, form) => {
      const answer = await fetch(`${url}/token`, {
        method: 'POST',
        headers: client ? { authorization: `Basic ${Buffer.from(`${client}:${client}-secret`).toString('base64')}` } : {},
        body: new URLSearchParams(form),
      });
      if (!answer.ok) throw new Error(await answer.text());
      return answer.json();
    };
    await token('catalogue', {
      grant_type: 'authorization_code',
      code: new URL(done).searchParams.get('code'),
      redirect_uri: asked.redirect_uri,
    });
    const robot = { client_id: 'lending-robot', client_secret: 'lending-robot-secret', grant_type: 'client_credentials' };
    await token(undefined, { ...robot, scope: 'loans' });
    const registered = await fetch(`${url}/reg`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        client_name: 'Reading room',
        redirect_uris: ['https://reading.example/back'],
        contacts: ['desk@reading.example'],
      }),
    });
    if (!registered.ok) throw new Error(await registered.text());
  },
};
