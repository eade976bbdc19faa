// Description:
//   Keeps the stores of the galley
//
// Commands:
//   cookie stow <amount> <unit> of <thing> - puts something into the stores
//   cookie use <amount> of <thing> - takes something out of the stores
//   cookie plan <day> <dish> - plans a meal

const warnings = [];
let served = 0;

export default (robot) => {
  const ship = { name: 'Fram', crew: 13, port: 'Tromsø' };
  robot.brain.set('stores', {});
  robot.brain.set('menu', { sunday: 'Pea soup' });
  robot.brain.set('captain', { name: 'Otto', allergy: 'shellfish' });

  const stow = (amount, unit, thing) => {
    const stores = robot.brain.get('stores');
    stores[thing] = { amount: (stores[thing]?.amount ?? 0) + amount, unit, stowedBy: 'Marit' };
    return stores[thing];
  };
  const plan = (day, dish) => {
    robot.brain.get('menu')[day] = dish;
  };
  const take = (amount, thing) => {
    const store = robot.brain.get('stores')[thing];
    store.amount -= amount;
    served += 1;
    if (store.amount < 10) warnings.push(`${thing} runs low`);
    return store;
  };

  robot.respond(/stow (\d+) (\w+) of (\w+)/i, (res) => {
    const [, amount, unit, thing] = res.match;
    stow(Number(amount), unit, thing);
    res.send(`${amount} ${unit} of ${thing} for the ${ship.crew} of the ${ship.name}`);
  });
  robot.respond(/use (\d+) of (\w+)/i, (res) => {
    const { amount, unit } = take(Number(res.match[1]), res.match[2]);
    res.send(`${amount} ${unit} of ${res.match[2]} are left`);
  });
  robot.respond(/plan (\w+) (\w+)/i, (res) => {
    plan(res.match[1], `${res.match[2][0].toUpperCase()}${res.match[2].slice(1)}`);
    res.send(`${robot.brain.get('menu')[res.match[1]]} on ${res.match[1]}`);
  });
  console.log(`galley is open, served ${served}`);
};
