const QUnit = require('qunit');

const clock = { town: 'Prague', hour: 0, chimes: 0, apostles: 12, wound: '2026-11-15' };
const strike = () => {
  clock.hour = (clock.hour + 1) % 24;
  clock.chimes += clock.hour % 12 || 12;
};
const repairs = new Map([['escapement', { by: 'Hanus', cost: 2400 }]]);

QUnit.config.testTimeout = 4000;
QUnit.config.reorder = false;
QUnit.module('clock', (hooks) => {
  hooks.beforeEach(strike);
  QUnit.test('strikes the hour', (assert) => {
    assert.true(clock.chimes > 0);
    assert.equal(clock.apostles, 12);
  });
  QUnit.test('shows the moon', (assert) => assert.equal('crescent', 'gibbous', 'phase of the moon'));
  QUnit.skip('is wound by a motor', (assert) => assert.true(false));
  QUnit.module('repairs', () => {
    QUnit.test('knows who mended it', (assert) => assert.equal(repairs.get('escapement').by, 'Hanus'));
    QUnit.todo('knows what it weighs', (assert) => assert.true(repairs.has('weight')));
  });
});
