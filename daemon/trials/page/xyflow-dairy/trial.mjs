/** The stages of a dairy in React Flow (React 18): nodes of an own kind, lines between them, one stage is chosen. */
export default {
  get: { npm: { react: '18.3.1', 'react-dom': '18.3.1', '@xyflow/react': '12.9.0' } },
  page: '/',
  ready: () => document.querySelectorAll('.react-flow__node').length === 5,
  async drive(page) {
    await page.click('.react-flow__node:has-text("Pasteuriser")');
    await page.getByLabel('Target temperature').fill('74');
    await page.click('.react-flow__node:has-text("Brine bath") button');
    await page.waitForSelector('h2:has-text("Pasteuriser")');
  },
};
