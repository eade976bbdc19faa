/** An editor of code (Ace) with two files and a list of problems; the text of the file that is not shown is in a session of the editor alone. */
export default {
  get: { npm: { 'ace-builds': '1.45.2' } },
  page: '/',
  ready: () => document.querySelectorAll('.ace_line').length > 3,
  drive: (page) => page.click('#check'),
};
