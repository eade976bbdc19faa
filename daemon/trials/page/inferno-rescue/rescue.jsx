import { Component, createRef, render } from 'inferno';
import { createElement } from 'inferno-create-element';
import { missions, rescuers, station, weather } from './station.js';

const Rescuer = ({ rescuer, onReady }) => (
  <li className="rescuer">
    <label>
      <input type="checkbox" checked={rescuer.ready} onChange={(event) => onReady(rescuer.id, event.target.checked)} />
      {rescuer.name}, {rescuer.role}
    </label>{' '}
    {rescuer.hours} h
  </li>
);

class ReportForm extends Component {
  state = { place: '', report: '', priority: 'low' };

  submit = (event) => {
    event.preventDefault();
    this.props.onReport({ ...this.state });
    this.setState({ place: '', report: '', priority: 'low' });
  };

  render(_, { place, report, priority }) {
    return (
      <form className="new" onSubmit={this.submit}>
        <h2>Report a mission</h2>
        <input aria-label="Place" value={place} onInput={(event) => this.setState({ place: event.target.value })} />
        <input aria-label="What happened" value={report} onInput={(event) => this.setState({ report: event.target.value })} />
        <select aria-label="Priority" value={priority} onChange={(event) => this.setState({ priority: event.target.value })}>
          <option value="low">low</option>
          <option value="high">high</option>
        </select>
        <button type="submit">Report</button>
      </form>
    );
  }
}

class Station extends Component {
  state = { station, weather, rescuers, missions, openId: null, tab: 'open' };
  heading = createRef();

  setReady = (id, ready) =>
    this.setState(({ rescuers: all }) => ({ rescuers: all.map((one) => (one.id === id ? { ...one, ready } : one)) }));

  setOnCall = (onCall) => this.setState(({ station: one }) => ({ station: { ...one, onCall } }));

  change = (id, by) =>
    this.setState(({ missions: all }) => ({ missions: all.map((one) => (one.id === id ? { ...one, ...by(one) } : one)) }));

  send = (id, rescuer) => this.change(id, ({ crew }) => ({ crew: [...crew, rescuer.name] }));

  close = (id) => this.change(id, () => ({ status: 'closed' }));

  report = (details) =>
    this.setState(({ missions: all }) => ({ missions: [...all, { id: 90, ...details, status: 'open', crew: [] }] }));

  open = (id) => this.setState({ openId: id });

  showTab = (tab) => this.setState({ tab });

  render(_, { station: { name, radio, onCall }, weather: { wind, warning }, rescuers: people, missions: all, openId, tab }) {
    const shown = all.filter((one) => tab === 'all' || one.status === tab);
    const chosen = all.find(({ id }) => id === openId);
    return (
      <main>
        <h1 ref={this.heading}>{name}</h1>
        <p>
          {radio} · wind {wind} km/h · <strong>{warning}</strong>{' '}
          <label>
            <input type="checkbox" checked={onCall} onChange={(event) => this.setOnCall(event.target.checked)} /> On call
          </label>
        </p>
        <nav>
          {['open', 'closed', 'all'].map((one) => (
            <button type="button" key={one} aria-pressed={String(one === tab)} onClick={() => this.showTab(one)}>
              Show {one}
            </button>
          ))}
        </nav>
        <ul>
          {shown.map((one) => (
            <li key={one.id} className="mission">
              <button type="button" onClick={() => this.open(one.id)}>
                {one.place} ({one.priority}), {one.crew.length} sent
              </button>
            </li>
          ))}
        </ul>
        {chosen ? (
          <section className="details">
            <h2>{chosen.place}</h2>
            <p>{chosen.report}</p>
            <p className="status">{chosen.status}</p>
            <ul className="crew">
              {chosen.crew.map((one) => (
                <li key={one}>{one}</li>
              ))}
            </ul>
            {people
              .filter((one) => one.ready && !chosen.crew.includes(one.name))
              .map((one) => (
                <button type="button" key={one.id} onClick={() => this.send(chosen.id, one)}>
                  Send {one.name}
                </button>
              ))}
            <button type="button" onClick={() => this.close(chosen.id)}>
              Close the mission
            </button>
          </section>
        ) : null}
        <h2>Rescuers</h2>
        <ul>
          {people.map((one) => (
            <Rescuer key={one.id} rescuer={one} onReady={this.setReady} />
          ))}
        </ul>
        <ReportForm onReport={this.report} />
      </main>
    );
  }
}

render(createElement(Station), document.getElementById('root'));
