describe('kettle', () => {
  const kettle = { litres: 1.7, degrees: 20 };
  it('boils', () => {
    kettle.degrees = 100;
    expect(kettle.degrees).toBe(100);
  });
  it('whistles', () => expect('silent').toBe('whistling'));
  xit('pours', () => undefined);
});
describe('toaster', () => {
  it('browns', () => expect(2 + 1).toBe(3));
  describe('with a bagel', () => {
    it('takes longer', () => expect(180).toBeGreaterThan(120));
  });
});
