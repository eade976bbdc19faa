const queue = (name, seconds) => ({
  Action: 'CreateQueue',
  QueueName: name,
  'Attribute.1.Name': 'VisibilityTimeout',
  'Attribute.1.Value': seconds,
});

/** ElasticMQ, a message queue in Scala: queues are actors of Akka's, and what they know is in case classes. It needs a package of the JDK opened, as its libraries are of 2013. */
export default {
  get: { npm: { elasticmq: '0.7.1' } },
  start: ({ modules, port, write }) => [
    'java',
    [
      '-Xmx192m',
      '--add-opens',
      'java.base/java.util.regex=ALL-UNNAMED',
      `-Dconfig.file=${write('queues.conf', `include classpath("application.conf")\nnode-address.port = ${port()}\nrest-sqs { bind-port = ${port()}, bind-hostname = "127.0.0.1", sqs-limits = strict }\n`)}`,
      '-jar',
      `${modules}/elasticmq/elasticmq-server-0.7.1.jar`,
    ],
  ],
  ready: ({ until, port }) => until(async () => (await fetch(`http://127.0.0.1:${port()}/?Action=ListQueues`)).ok, 'the server'),
  async drive({ port }) {
    const ask = async (to, words) => {
      const answer = await fetch(`http://127.0.0.1:${port()}${to}`, { method: 'POST', body: new URLSearchParams(words) });
      if (!answer.ok) throw new Error(await answer.text());
      return answer.text();
    };
    await ask('/', queue('bakery-orders', 75));
    await ask('/', queue('bakery-complaints', 410));
    const say = (to, text, later = 0) => ask(`/queue/${to}`, { Action: 'SendMessage', MessageBody: text, DelaySeconds: later });
    await say('bakery-orders', 'two rye loaves for Mrs Halloran');
    await say('bakery-orders', 'forty rolls for the school fair');
    await say('bakery-orders', 'a wedding cake, three tiers', 600);
    await say('bakery-complaints', 'the baguette was soft');
    await ask('/queue/bakery-complaints', { Action: 'ReceiveMessage', VisibilityTimeout: 3600 });
  },
};
