const Fastify = require('fastify');
const Parser = require('rss-parser');
const { LRUCache } = require('lru-cache');

const app = Fastify({ logger: false });
const parser = new Parser({ timeout: 5000 });

const settings = { refreshMinutes: 30, keepDays: 14, theme: 'sepia' };
const subscriptions = new Map();
const articles = [];
const previews = new LRUCache({ max: 50, ttl: 60 * 60 * 1000 });
let refreshes = 0;
let lastError = null;

async function fetchFeed(url) {
  const feed = await parser.parseURL(url);
  const subscription = subscriptions.get(url);
  subscription.title = feed.title;
  subscription.language = feed.language;
  for (const item of feed.items) {
    if (articles.some((article) => article.guid === item.guid)) continue;
    articles.push({
      guid: item.guid,
      feed: feed.title,
      headline: item.title,
      author: item.creator,
      read: false,
      starred: false,
    });
    subscription.unread += 1;
    previews.set(item.guid, item.contentSnippet);
  }
}

async function subscribe(url, folder) {
  subscriptions.set(url, { url, folder, title: url, language: undefined, unread: 0, muted: false });
  try {
    await fetchFeed(url);
  } catch (error) {
    lastError = `${url}: ${error.message}`;
  }
}

function unsubscribe(url) {
  const { title } = subscriptions.get(url);
  subscriptions.delete(url);
  for (let at = articles.length - 1; at >= 0; at--) if (articles[at].feed === title) articles.splice(at, 1);
}

async function refreshAll() {
  refreshes += 1;
  for (const [url, { muted }] of subscriptions) if (!muted) await fetchFeed(url);
}

function markRead(guid) {
  const article = articles.find((one) => one.guid === guid);
  if (article.read) return;
  article.read = true;
  for (const subscription of subscriptions.values()) if (subscription.title === article.feed) subscription.unread -= 1;
}

function starArticle(guid, starred) {
  articles.find((one) => one.guid === guid).starred = starred;
}

app.get('/articles', async (request) => articles.filter(({ read }) => !(request.query.unread && read)));
app.get('/articles/:guid/preview', async (request) => ({ preview: previews.get(request.params.guid) }));
app.post('/articles/:guid/read', async (request) => markRead(request.params.guid) ?? { ok: true });
app.post('/articles/:guid/star', async (request) => starArticle(request.params.guid, request.body.starred) ?? { ok: true });
app.get('/subscriptions', async () => [...subscriptions.values()]);
app.post('/subscriptions', async (request) => (await subscribe(request.body.url, request.body.folder)) ?? { ok: true });
app.delete('/subscriptions', async (request) => unsubscribe(request.query.url) ?? { ok: true });
app.get('/status', async () => ({ refreshes, lastError, previews: previews.size }));
app.post('/refresh', async () => (await refreshAll()) ?? { refreshes });
app.put('/settings', async (request) => Object.assign(settings, request.body));

setInterval(refreshAll, settings.refreshMinutes * 60 * 1000);
app.listen({ port: Number(process.argv[2]), host: '127.0.0.1' });
