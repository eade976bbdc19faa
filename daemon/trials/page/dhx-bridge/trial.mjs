/** A plan of work (dhtmlxGantt): tasks and links lie in the library's data store, a toolbar and a panel stand beside it. */
export default {
  get: { npm: { 'dhtmlx-gantt': '10.0.3' } },
  page: '/',
  ready: () => document.querySelectorAll('.gantt_task_line').length >= 5,
  drive: (page) => page.locator('.gantt_row').nth(2).click(),
};
