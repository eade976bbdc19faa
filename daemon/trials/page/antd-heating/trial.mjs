/** A page of settings, in the components of Ant Design for React. */
export default {
  get: { npm: { antd: '5.29.3', react: '18.3.1', 'react-dom': '18.3.1', dayjs: '1.11.23' } },
  page: '/',
  ready: () => document.querySelectorAll('.ant-form-item').length > 6,
};
