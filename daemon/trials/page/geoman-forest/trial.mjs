/** A forester's map editor on Leaflet and Geoman as published: stands are drawn, chosen and described; one more was drawn. */
export default {
  get: { npm: { leaflet: '1.9.4', '@geoman-io/leaflet-geoman-free': '2.20.2' } },
  page: '/',
  ready: () =>
    document.querySelectorAll('#stands tr').length === 3 && document.querySelectorAll('path.leaflet-interactive').length === 3,
  drive: async (page) => {
    await page.locator('.leaflet-pm-icon-polygon').click();
    const { x, y } = await page.locator('#map').boundingBox();
    for (const [right, down] of [
      [620, 590],
      [780, 610],
      [740, 700],
      [620, 590],
    ])
      await page.mouse.click(x + right, y + down);
    await page.getByText('Stand 19').waitFor();
    await page.getByRole('cell', { name: '18', exact: true }).click();
    await page.getByLabel('Planted').fill('2006');
    await page.getByLabel('Remarks').fill('Fence is broken at the brook');
    await page.getByLabel('Snap to neighbours').uncheck();
    await page.waitForFunction(() => document.querySelector('tr.selected')?.textContent.includes('2006'));
  },
};
