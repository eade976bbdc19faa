/** A shop (React 18, Redux Toolkit): the catalogue, the basket and the delivery are slices of a store that only the module has. */
export default {
  get: { npm: { react: '18.3.1', 'react-dom': '18.3.1', '@reduxjs/toolkit': '1.9.7', 'react-redux': '8.1.3' } },
  page: '/',
  ready: () => document.querySelectorAll('.product').length === 5,
  async drive(page) {
    for (let times = 0; times < 3; times++) await page.click('.product:has-text("Peony bunch") button');
    await page.getByLabel('Gift wrap').check();
    await page.getByLabel('Voucher').fill('AUTUMN10');
    await page.click('text=Redeem');
    await page.getByLabel('Street').fill('Quay Road 8');
    await page.getByLabel('Delivery day').fill('2026-11-21');
    await page.waitForSelector('text=49.95');
  },
};
