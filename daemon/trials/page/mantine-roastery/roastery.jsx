import '@mantine/core/styles.css';
import {
  Badge,
  Button,
  Card,
  Container,
  Group,
  MantineProvider,
  NumberInput,
  Progress,
  SegmentedControl,
  Slider,
  Switch,
  Table,
  Tabs,
  Text,
  TextInput,
  Title,
} from '@mantine/core';
import { observer } from 'mobx-react-lite';
import { createRoot } from 'react-dom/client';
import { Plan } from './plan.js';

const plan = new Plan();

const BatchRow = observer(({ batch }) => (
  <Card className="batch" withBorder mb="xs">
    <Group justify="space-between">
      <Text fw={600}>
        {batch.id} {batch.origin}
      </Text>
      <Badge color={batch.roasted ? 'green' : 'gray'}>{batch.profile}</Badge>
      <Text>{batch.kilos} kg green</Text>
      <Text>{batch.weightAfter} kg roasted</Text>
      <Button variant="light" onClick={() => plan.edit(batch)}>
        Edit
      </Button>
      <Button disabled={batch.roasted} onClick={() => batch.finish()}>
        Finish
      </Button>
    </Group>
  </Card>
));

const Editor = observer(() => {
  const batch = plan.editing;
  if (batch === null) return <Text>Choose a batch</Text>;
  return (
    <Card withBorder>
      <Title order={3}>{batch.origin}</Title>
      <NumberInput label="Drop temperature" value={batch.dropTemperature} onChange={(value) => batch.setDropTemperature(value)} />
      <SegmentedControl data={['light', 'medium', 'dark']} value={batch.profile} onChange={(value) => batch.setProfile(value)} />
      <Switch label="Decaf" checked={batch.decaf} onChange={() => batch.toggleDecaf()} />
      <TextInput label="Tasting note" value={batch.note} onChange={(event) => batch.setNote(event.currentTarget.value)} />
    </Card>
  );
});

const Machine = observer(() => (
  <Card withBorder mb="md">
    <Group>
      <Title order={3}>{plan.machine.name}</Title>
      <Badge className="state">{plan.machine.state}</Badge>
      <Button onClick={() => plan.start()}>Start the roaster</Button>
      <Button variant="outline" onClick={() => plan.stop()}>
        Stop
      </Button>
      <Text>{plan.machine.gasUsed} m³ gas</Text>
    </Group>
    <Text id="speed">Drum speed</Text>
    <Slider
      aria-labelledby="speed"
      min={30}
      max={80}
      value={plan.machine.drumSpeed}
      onChange={(value) => plan.setDrumSpeed(value)}
    />
  </Card>
));

const Stock = observer(() => (
  <Table>
    <Table.Tbody>
      {[...plan.stock].map(([origin, kilos]) => (
        <Table.Tr key={origin}>
          <Table.Td>{origin}</Table.Td>
          <Table.Td>{kilos} kg</Table.Td>
          <Table.Td>
            <Progress value={(kilos / 120) * 100} />
          </Table.Td>
        </Table.Tr>
      ))}
    </Table.Tbody>
  </Table>
));

const App = observer(() => (
  <Container>
    <Title>Roasting plan</Title>
    <Text>{plan.kilosPlanned} kg to be roasted</Text>
    <Machine />
    <Tabs value={plan.tab} onChange={(tab) => plan.showTab(tab)}>
      <Tabs.List>
        <Tabs.Tab value="batches">Batches</Tabs.Tab>
        <Tabs.Tab value="stock">Stock</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="batches">
        {plan.batches.map((one) => (
          <BatchRow key={one.id} batch={one} />
        ))}
        <Editor />
      </Tabs.Panel>
      <Tabs.Panel value="stock">
        <Stock />
      </Tabs.Panel>
    </Tabs>
  </Container>
));

createRoot(document.getElementById('app')).render(
  <MantineProvider>
    <App />
  </MantineProvider>,
);
