const { createServer } = require('node:http');
const { Engine, Rule } = require('json-rules-engine');

class GuardPost {
  constructor() {
    this.glacier = 'Hvitbre';
    this.guard = 'Sif Arnardottir';
    this.warnings = [];
    this.readings = [];
    this.engine = new Engine([], { allowUndefinedFacts: true });
    this.engine.addRule({
      name: 'meltwater surge',
      priority: 40,
      conditions: { any: [{ fact: 'discharge', operator: 'greaterThan', value: 85 }] },
      event: { type: 'close-ford', params: { notice: 'Keep off the ford' } },
    });
    this.engine.addRule({
      name: 'loose serac',
      priority: 75,
      conditions: {
        all: [
          { fact: 'creep', operator: 'greaterThanInclusive', value: 12 },
          { fact: 'temperature', operator: 'greaterThan', value: 3 },
        ],
      },
      event: { type: 'rope-off', params: { notice: 'Ice may fall at the west tongue' } },
    });
    this.engine.addRule({
      name: 'white-out',
      priority: 10,
      conditions: { all: [{ fact: 'sight', operator: 'lessThan', value: 60 }] },
      event: { type: 'stay-in-hut', params: { notice: 'No tours today' } },
    });
    this.engine.addFact('season', 'late ablation');
    this.engine.addFact('hut-beds', 34);
    this.engine.on('success', (event, _almanac, result) => this.warn(event.type, event.params.notice, result.name));
  }

  warn(kind, notice, rule) {
    this.warnings.push({ kind, notice, rule });
  }

  async takeReading(station, measured) {
    this.readings.push({ station, ...measured });
    await this.engine.run(measured);
  }

  withdrawWarning(kind) {
    this.warnings = this.warnings.filter((one) => one.kind !== kind);
  }

  relieveGuard(name) {
    this.guard = name;
  }

  addRule(rule) {
    this.engine.addRule(new Rule(rule));
  }
}

const post = new GuardPost();
createServer((request, response) => {
  let text = '';
  request.on('data', (part) => (text += part));
  request.on('end', async () => {
    const body = JSON.parse(text || '{}');
    if (request.url === '/reading') await post.takeReading(body.station, body.measured);
    else if (request.url === '/withdraw') post.withdrawWarning(body.kind);
    else if (request.url === '/guard') post.relieveGuard(body.name);
    else if (request.url === '/rule') post.addRule(body);
    response.end(JSON.stringify({ warnings: post.warnings.length }));
  });
}).listen(Number(process.argv[2]), '127.0.0.1', () => console.log('the post is manned'));
