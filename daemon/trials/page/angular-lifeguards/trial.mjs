const angular = '20.3.0';

/** Lifeguards on a beach (Angular with Material, without zones, as its own tools build it for production): towers, flags, a relief that is being written down. */
export default {
  get: {
    npm: {
      '@angular/build': angular,
      '@angular/cdk': '20.2.14',
      '@angular/cli': angular,
      '@angular/common': angular,
      '@angular/compiler': angular,
      '@angular/compiler-cli': angular,
      '@angular/core': angular,
      '@angular/forms': angular,
      '@angular/material': '20.2.14',
      '@angular/platform-browser': angular,
      rxjs: '7.8.2',
      tslib: '2.8.1',
      typescript: '5.9.2',
    },
    files: ['angular.json', 'build.mjs', 'tsconfig.json', 'src/index.html', 'src/main.ts', 'src/beach.service.ts'],
    build: 'build.mjs',
  },
  page: '/',
  ready: () => /Seal rocks/.test(document.body.textContent ?? ''),
  async drive(page) {
    await page.click('td:has-text("Seal rocks")');
    await page.click('button:has-text("Report a lost child")');
    await page.click('td:has-text("Long sand")');
    await page.click('button:has-text("Ten more")');
    await page.fill('input[formcontrolname=name]', 'Nuria Campos');
    await page.fill('input[formcontrolname=until]', '20:30');
    await page.waitForSelector('text=Swimmers: 127');
  },
};
