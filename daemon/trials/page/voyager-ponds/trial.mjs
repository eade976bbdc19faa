const ponds = `pond,parish,newts,depth
Alder pond,Hollin,14,1.2
Bell moat,Hollin,3,2.6
Cress pool,Wray,27,0.8
Dipper hole,Wray,9,3.1
Elm pit,Sawrey,21,1.9
Fallow dub,Sawrey,6,0.5
`;

/** Voyager 2 as it is published (React and Redux, Vega-Lite, minified): a table of ponds was pasted in, two of its fields are on the shelves, and one filters. */
export default {
  get: { npm: { datavoyager: '2.0.0-alpha.24' } },
  page: '/node_modules/datavoyager/dist/index.html',
  ready: () => document.body.textContent.includes('Please load a dataset'),
  async drive(page) {
    await page.click('button:has-text("Load")');
    await page.click('text=Paste or Upload Data');
    await page.fill('input[name="dataName"]', 'Ponds of the fells');
    await page.fill('textarea[name="dataText"]', ponds);
    await page.click('button:has-text("Add Data")');
    await page.waitForSelector('text=Ponds of the fells');
    await page.dblclick('text=parish >> nth=0');
    await page.dblclick('text=newts >> nth=0');
    await page.selectOption('select.mark-picker__mark-picker-any', 'bar');
    // The funnels stand beside the fields, in their order.
    await page.click('.fa-filter >> nth=2');
    await page.waitForSelector('[class*="filter-pane__filter-shelf"]');
  },
};
