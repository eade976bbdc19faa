import '@cloudscape-design/global-styles/index.css';
import AppLayout from '@cloudscape-design/components/app-layout';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import Flashbar from '@cloudscape-design/components/flashbar';
import FormField from '@cloudscape-design/components/form-field';
import Header from '@cloudscape-design/components/header';
import Input from '@cloudscape-design/components/input';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import SegmentedControl from '@cloudscape-design/components/segmented-control';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import Table from '@cloudscape-design/components/table';
import TextFilter from '@cloudscape-design/components/text-filter';
import Toggle from '@cloudscape-design/components/toggle';
import { useUnit } from 'effector-react';
import { createRoot } from 'react-dom/client';
import * as model from './model.js';

const kinds = { lifting: 'success', idle: 'stopped', paused: 'warning', service: 'error' };
const columns = [
  { id: 'id', header: 'Crane', cell: ({ id }) => id },
  { id: 'site', header: 'Site', cell: ({ site }) => site },
  { id: 'operator', header: 'Operator', cell: ({ operator }) => operator },
  { id: 'tons', header: 'Limit (t)', cell: ({ tons }) => tons },
  { id: 'moves', header: 'Moves', cell: ({ moves }) => moves },
  { id: 'state', header: 'State', cell: ({ state }) => <StatusIndicator type={kinds[state]}>{state}</StatusIndicator> },
];

const Alarms = () => {
  const [alarms, acknowledge] = useUnit([model.$alarms, model.alarmAcknowledged]);
  const items = alarms
    .filter(({ acknowledged }) => !acknowledged)
    .map(({ crane, text, grade }) => ({
      id: text,
      type: grade === 'high' ? 'error' : 'warning',
      header: crane,
      content: text,
      action: <Button onClick={() => acknowledge(text)}>Acknowledge</Button>,
    }));
  return <Flashbar items={items} />;
};

const List = () => {
  const [shown, filter, chosen] = useUnit([model.$shown, model.$filter, model.$chosen]);
  const [type, choose] = useUnit([model.filterTyped, model.craneChosen]);
  return (
    <Table
      trackBy="id"
      selectionType="single"
      items={shown}
      columnDefinitions={columns}
      selectedItems={shown.filter(({ id }) => id === chosen)}
      onSelectionChange={({ detail }) => choose(detail.selectedItems[0].id)}
      ariaLabels={{ itemSelectionLabel: (_, { id }) => `Choose ${id}`, selectionGroupLabel: 'Cranes', tableLabel: 'Cranes' }}
      header={<Header counter={`(${shown.length})`}>Cranes</Header>}
      filter={
        <TextFilter
          filteringText={filter}
          filteringPlaceholder="Find cranes"
          filteringAriaLabel="Find cranes"
          onChange={({ detail }) => type(detail.filteringText)}
        />
      }
    />
  );
};

const Detail = () => {
  const [cranes, chosen] = useUnit([model.$cranes, model.$chosen]);
  const [pause, resume, limit, operator] = useUnit([
    model.cranePaused,
    model.craneResumed,
    model.limitChanged,
    model.operatorChanged,
  ]);
  const crane = cranes.find(({ id }) => id === chosen);
  if (crane === undefined) return <Box>Choose a crane</Box>;
  const { id, site, wind, moves } = crane;
  return (
    <Container header={<Header variant="h2">{id}</Header>}>
      <SpaceBetween size="m">
        <KeyValuePairs
          columns={3}
          items={[
            { label: 'Site', value: site },
            { label: 'Wind (m/s)', value: wind },
            { label: 'Moves today', value: moves },
          ]}
        />
        <FormField label="Operator">
          <Input value={crane.operator} onChange={({ detail }) => operator(detail.value)} />
        </FormField>
        <FormField label="Limit (t)">
          <Input type="number" value={String(crane.tons)} onChange={({ detail }) => limit(Number(detail.value))} />
        </FormField>
        <SpaceBetween direction="horizontal" size="s">
          <Button onClick={() => pause()}>Pause crane</Button>
          <Button onClick={() => resume()}>Resume crane</Button>
        </SpaceBetween>
      </SpaceBetween>
    </Container>
  );
};

const Top = () => {
  const [moves, shift, automatic] = useUnit([model.$movesToday, model.$shift, model.$automatic]);
  const [choose, toggle] = useUnit([model.shiftChosen, model.autoToggled]);
  return (
    <SpaceBetween direction="horizontal" size="l">
      <Box variant="h1">Crane console</Box>
      <Box data-moves>{moves} moves</Box>
      <SegmentedControl
        label="Shift"
        selectedId={shift}
        onChange={({ detail }) => choose(detail.selectedId)}
        options={['morning', 'evening', 'night'].map((id) => ({ id, text: id }))}
      />
      <Toggle checked={automatic} onChange={({ detail }) => toggle(detail.checked)}>
        Stop by wind
      </Toggle>
    </SpaceBetween>
  );
};

createRoot(document.getElementById('app')).render(
  <AppLayout
    navigationHide
    toolsHide
    notifications={<Alarms />}
    content={
      <SpaceBetween size="l">
        <Top />
        <List />
        <Detail />
      </SpaceBetween>
    }
  />,
);
