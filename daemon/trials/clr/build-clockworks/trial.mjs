const movement = `name: movement
repository: git.clocks.example/movement
owner: Hester Quill
retentionDays: 45
stages:
  - { name: compile, run: make gears, seconds: 0 }
  - { name: regulate, run: tick --for 8h, seconds: 36000 }
`;
const dial = `name: dial
repository: git.clocks.example/dial
owner: Tobias Wren
stages:
  - { name: paint, run: enamel --coats 3, seconds: 0 }
  - { name: inspect, run: "false", seconds: 0 }
`;

/** A build server with pipelines in YAML (YamlDotNet) and a channel of waiting builds: one build failed, one is running for hours, one waits and one was cancelled. */
export default {
  get: { dotnet: 'src' },
  start: ({ out, port }) => ['dotnet', [`${out}/Clockworks.dll`, port()]],
  ready: ({ until, json }) => until(async () => (await json('/')).name === 'Clockworks', 'the server'),
  async drive({ url, json, until }) {
    const post = async (route, body) => {
      const answer = await fetch(`${url}${route}`, { method: 'POST', body });
      if (!answer.ok) throw new Error(await answer.text());
    };
    await post('/pipelines', movement);
    await post('/pipelines', dial);
    await post('/pipelines/dial/builds?branch=moon-phase&by=Tobias');
    await until(async () => (await json('/')).agent.buildsDone === 1, 'the first build');
    await post('/pipelines/movement/builds?branch=main&by=nightly');
    await until(async () => (await json('/')).builds[1].currentStage === 'regulate', 'the second build');
    await post('/pipelines/dial/builds?branch=roman-numerals&by=Hester');
    await post('/pipelines/movement/builds?branch=brass&by=Odo');
    await post('/builds/404/cancel');
  },
};
