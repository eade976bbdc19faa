/** A genome of two short chromosomes, written down here as there is no server to ask. */
const letters = (length, seed) => {
  let at = seed;
  return Array.from({ length }, () => {
    at = (at * 1103515245 + 12345) % 2147483648;
    return 'ACGT'[Math.floor((at / 2147483648) * 4)];
  }).join('');
};
const fasta = `>chr1H\n${letters(12000, 7)}\n>chr2H\n${letters(8000, 11)}\n`;
const genes = [
  { chr: 'chr1H', start: 1200, end: 2600, name: 'Frost1', strand: '+', score: 820 },
  { chr: 'chr1H', start: 4100, end: 5400, name: 'Awn3', strand: '-', score: 410 },
  { chr: 'chr1H', start: 7000, end: 9100, name: 'Husk2', strand: '+', score: 655 },
  { chr: 'chr2H', start: 600, end: 1900, name: 'Tiller9', strand: '-', score: 300 },
];
const rain = Array.from({ length: 24 }, (_, at) => ({
  chr: 'chr1H',
  start: at * 500,
  end: at * 500 + 500,
  value: 3 + ((at * 7) % 11),
}));
const wait = igv.createBrowser(document.getElementById('browser'), {
  reference: {
    id: 'barley-demo',
    name: 'Barley of Sandnes',
    fastaURL: `data:text/plain;base64,${btoa(fasta)}`,
    indexed: false,
  },
  locus: 'chr1H:1,000-6,000',
  showCenterGuide: false,
  tracks: [
    { name: 'Genes', type: 'annotation', format: 'bed', features: genes, color: '#2f6f3e', height: 90, displayMode: 'EXPANDED' },
    { name: 'Coverage', type: 'wig', features: rain, color: '#8a4b08', height: 120, min: 0, max: 15 },
  ],
  roi: [{ name: 'Frost region', color: 'rgba(68,134,247,0.25)', features: [{ chr: 'chr1H', start: 1000, end: 3000 }] }],
});
wait.then((browser) => {
  document.body.dataset.tracks = String(browser.findTracks(() => true).length);
});
