(() => {
  const { createElement: h, useReducer, useState } = React;
  const M = MaterialUI;
  const initial = {
    bays: [
      { id: 1, crop: 'Tomatoes', target: 24, humidity: 60, misting: true, keeper: 'Amal' },
      { id: 2, crop: 'Orchids', target: 21, humidity: 75, misting: true, keeper: 'Rosalind' },
      { id: 3, crop: 'Cacti', target: 28, humidity: 20, misting: false, keeper: 'Amal' },
      { id: 4, crop: 'Seedlings', target: 19, humidity: 65, misting: true, keeper: 'Piet' },
    ],
    selected: 1,
    log: ['Started at 06:00'],
  };
  const reduce = (state, action) => {
    switch (action.type) {
      case 'select':
        return { ...state, selected: action.id };
      case 'change':
        return {
          ...state,
          bays: state.bays.map((one) => (one.id === state.selected ? { ...one, ...action.with } : one)),
          log: [...state.log, `Changed ${Object.keys(action.with)[0]}`],
        };
      default:
        return state;
    }
  };
  const Panel = () => {
    const [state, dispatch] = useReducer(reduce, initial);
    const [tab, setTab] = useState(0);
    const [note, setNote] = useState('');
    const [saved, setSaved] = useState(false);
    const bay = state.bays.find((one) => one.id === state.selected);
    const change = (changes) => dispatch({ type: 'change', with: changes });
    return h(
      M.Container,
      {},
      h(
        M.AppBar,
        { position: 'static' },
        h(M.Toolbar, {}, h(M.Typography, { variant: 'h6', component: 'h1' }, 'Greenhouse panel')),
      ),
      h(M.Tabs, { value: tab, onChange: (_, next) => setTab(next) }, h(M.Tab, { label: 'Bays' }), h(M.Tab, { label: 'Log' })),
      tab === 0
        ? h(
            M.Box,
            {},
            h(
              M.Table,
              {},
              h(
                M.TableHead,
                {},
                h(
                  M.TableRow,
                  {},
                  ['Crop', 'Target', 'Keeper'].map((one) => h(M.TableCell, { key: one }, one)),
                ),
              ),
              h(
                M.TableBody,
                {},
                state.bays.map((one) =>
                  h(
                    M.TableRow,
                    {
                      key: one.id,
                      hover: true,
                      selected: one.id === state.selected,
                      onClick: () => dispatch({ type: 'select', id: one.id }),
                    },
                    h(M.TableCell, {}, one.crop),
                    h(M.TableCell, {}, `${one.target} °C`),
                    h(M.TableCell, {}, one.keeper),
                  ),
                ),
              ),
            ),
            h(M.Typography, { variant: 'h6', component: 'h2' }, bay.crop),
            h(M.Typography, { id: 'target-label' }, 'Target temperature'),
            h(M.Slider, {
              value: bay.target,
              min: 5,
              max: 35,
              'aria-labelledby': 'target-label',
              onChange: (_, target) => change({ target }),
            }),
            h(M.FormControlLabel, {
              label: 'Misting',
              control: h(M.Switch, { checked: bay.misting, onChange: (event) => change({ misting: event.target.checked }) }),
            }),
            h(
              M.TextField,
              { select: true, label: 'Keeper', value: bay.keeper, onChange: (event) => change({ keeper: event.target.value }) },
              ['Amal', 'Rosalind', 'Piet'].map((one) => h(M.MenuItem, { key: one, value: one }, one)),
            ),
            h(M.TextField, { label: 'Note', value: note, onChange: (event) => setNote(event.target.value) }),
            h(M.Button, { variant: 'contained', onClick: () => setSaved(true) }, 'Save'),
            h(M.Snackbar, { open: saved, message: 'Saved', onClose: () => setSaved(false) }),
          )
        : h(
            M.List,
            {},
            state.log.map((one, index) => h(M.ListItem, { key: index }, h(M.ListItemText, { primary: one }))),
          ),
    );
  };
  ReactDOM.createRoot(document.getElementById('root')).render(h(Panel));
})();
