/** A print shop (Chakra UI, React Hook Form, TanStack Query, minified): jobs, a form that is half filled in, and the press. */
export default {
  get: {
    npm: {
      '@chakra-ui/react': '3.27.0',
      '@emotion/react': '11.14.0',
      '@tanstack/react-query': '5.87.0',
      react: '19.1.1',
      'react-dom': '19.1.1',
      'react-hook-form': '7.62.0',
      esbuild: '0.28.2',
    },
    files: ['build.mjs', 'printshop.jsx'],
    build: 'build.mjs',
  },
  page: '/',
  ready: () => /Theatre on the Quay/.test(document.body.textContent ?? ''),
  async drive(page) {
    await page.click('td:has-text("Cycling club Roubaix")');
    await page.click('button:has-text("Refill magenta")');
    await page.click('[role=tab]:has-text("New job")');
    await page.fill('input[name=customer]', 'Bakery Lindqvist');
    await page.fill('input[name=product]', 'Menus');
    await page.fill('input[name=copies]', '6000');
    await page.selectOption('select[name=paper]', 'Cotton 300');
    await page.waitForSelector('text=At most 5000 copies');
  },
};
