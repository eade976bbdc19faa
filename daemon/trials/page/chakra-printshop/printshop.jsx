import {
  Badge,
  Box,
  Button,
  ChakraProvider,
  defaultSystem,
  Field,
  Heading,
  HStack,
  Input,
  NativeSelect,
  Stack,
  Switch,
  Table,
  Tabs,
  Text,
} from '@chakra-ui/react';
import { QueryClient, QueryClientProvider, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, useContext, useReducer, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { useForm } from 'react-hook-form';

const shelf = [
  {
    number: 4471,
    customer: 'Theatre on the Quay',
    product: 'Posters',
    copies: 350,
    paper: 'Matte 170',
    stage: 'Drying',
    due: '2027-03-02',
  },
  {
    number: 4472,
    customer: 'Dr. Okafor',
    product: 'Letterheads',
    copies: 1200,
    paper: 'Laid 100',
    stage: 'In press',
    due: '2027-03-04',
  },
  {
    number: 4475,
    customer: 'Cycling club Roubaix',
    product: 'Stickers',
    copies: 800,
    paper: 'Vinyl',
    stage: 'Proof',
    due: '2027-03-09',
  },
];
const papers = { 'Matte 170': 5200, 'Laid 100': 640, Vinyl: 2100, 'Cotton 300': 90 };

const pause = (value) => new Promise((resolve) => setTimeout(() => resolve(structuredClone(value)), 40));
const Press = createContext(null);
const pressReducer = (state, action) => {
  switch (action.type) {
    case 'ink':
      return { ...state, ink: { ...state.ink, [action.colour]: 100 } };
    case 'night':
      return { ...state, nightRun: action.on };
    case 'operator':
      return { ...state, operator: action.name };
    default:
      return state;
  }
};

function Jobs() {
  const { data: jobs = [] } = useQuery({ queryKey: ['jobs'], queryFn: () => pause(shelf) });
  const client = useQueryClient();
  const [picked, setPicked] = useState(4472);
  const advance = useMutation({
    mutationFn: (number) => {
      const job = shelf.find((one) => one.number === number);
      job.stage = { Proof: 'In press', 'In press': 'Drying', Drying: 'Ready', Ready: 'Ready' }[job.stage];
      return pause(job);
    },
    onSuccess: () => client.invalidateQueries({ queryKey: ['jobs'] }),
  });
  const job = jobs.find((one) => one.number === picked);
  return (
    <Box>
      <Table.Root size="sm">
        <Table.Header>
          <Table.Row>
            {['Number', 'Customer', 'Product', 'Copies', 'Paper', 'Stage', 'Due'].map((name) => (
              <Table.ColumnHeader key={name}>{name}</Table.ColumnHeader>
            ))}
          </Table.Row>
        </Table.Header>
        <Table.Body>
          {jobs.map((one) => (
            <Table.Row key={one.number} onClick={() => setPicked(one.number)} data-selected={one.number === picked || undefined}>
              <Table.Cell>{one.number}</Table.Cell>
              <Table.Cell>{one.customer}</Table.Cell>
              <Table.Cell>{one.product}</Table.Cell>
              <Table.Cell>{one.copies}</Table.Cell>
              <Table.Cell>{one.paper}</Table.Cell>
              <Table.Cell>
                <Badge>{one.stage}</Badge>
              </Table.Cell>
              <Table.Cell>{one.due}</Table.Cell>
            </Table.Row>
          ))}
        </Table.Body>
      </Table.Root>
      {job && (
        <HStack mt={4}>
          <Text>
            Picked: {job.number}, {job.customer}
          </Text>
          <Button onClick={() => advance.mutate(job.number)}>Move on</Button>
        </HStack>
      )}
    </Box>
  );
}

function NewJob() {
  const client = useQueryClient();
  const { register, handleSubmit, watch, reset, formState } = useForm({
    mode: 'onChange',
    defaultValues: { customer: '', product: 'Flyers', copies: 100, paper: 'Matte 170', remark: '' },
  });
  const add = useMutation({
    mutationFn: (values) => {
      shelf.push({
        number: 4476 + shelf.length - 3,
        ...values,
        copies: Number(values.copies),
        stage: 'Proof',
        due: '2027-03-16',
      });
      return pause(values);
    },
    onSuccess: () => {
      client.invalidateQueries({ queryKey: ['jobs'] });
      reset();
    },
  });
  const [copies, paper] = watch(['copies', 'paper']);
  const price = (Number(copies) * (paper === 'Cotton 300' ? 0.42 : 0.11)).toFixed(2);
  return (
    <form onSubmit={handleSubmit((values) => add.mutate(values))}>
      <Stack maxW="420px" gap={3}>
        <Field.Root invalid={!!formState.errors.customer}>
          <Field.Label>Customer</Field.Label>
          <Input
            {...register('customer', { required: 'Who is it for?', minLength: { value: 3, message: 'Write the whole name' } })}
          />
          <Field.ErrorText>{formState.errors.customer?.message}</Field.ErrorText>
        </Field.Root>
        <Field.Root>
          <Field.Label>Product</Field.Label>
          <Input {...register('product')} />
        </Field.Root>
        <Field.Root invalid={!!formState.errors.copies}>
          <Field.Label>Copies</Field.Label>
          <Input type="number" {...register('copies', { max: { value: 5000, message: 'At most 5000 copies' } })} />
          <Field.ErrorText>{formState.errors.copies?.message}</Field.ErrorText>
        </Field.Root>
        <Field.Root>
          <Field.Label>Paper</Field.Label>
          <NativeSelect.Root>
            <NativeSelect.Field {...register('paper')}>
              {Object.keys(papers).map((name) => (
                <option key={name}>{name}</option>
              ))}
            </NativeSelect.Field>
          </NativeSelect.Root>
        </Field.Root>
        <Text>Price: {price} €</Text>
        <Button type="submit">Take the job</Button>
      </Stack>
    </form>
  );
}

function Machine() {
  const { state, dispatch } = useContext(Press);
  return (
    <Stack mt={6} gap={2}>
      <Heading size="md">{state.name}</Heading>
      <Text>Operator: {state.operator}</Text>
      {Object.entries(state.ink).map(([colour, percent]) => (
        <HStack key={colour}>
          <Text>
            {colour}: {percent} %
          </Text>
          <Button size="xs" onClick={() => dispatch({ type: 'ink', colour })}>
            Refill {colour}
          </Button>
        </HStack>
      ))}
      <Switch.Root checked={state.nightRun} onCheckedChange={({ checked }) => dispatch({ type: 'night', on: checked })}>
        <Switch.HiddenInput />
        <Switch.Control />
        <Switch.Label>Night run</Switch.Label>
      </Switch.Root>
    </Stack>
  );
}

function Shop() {
  const [state, dispatch] = useReducer(pressReducer, {
    name: 'Heidelberg 52',
    operator: 'Femke',
    ink: { cyan: 71, magenta: 18, yellow: 64, black: 33 },
    nightRun: false,
    sheetsToday: 9140,
  });
  const { data: stock } = useQuery({ queryKey: ['papers'], queryFn: () => pause(papers) });
  return (
    <Press.Provider value={{ state, dispatch }}>
      <Box p={6}>
        <Heading>Print shop Vos</Heading>
        <Tabs.Root defaultValue="jobs">
          <Tabs.List>
            <Tabs.Trigger value="jobs">Jobs</Tabs.Trigger>
            <Tabs.Trigger value="new">New job</Tabs.Trigger>
            <Tabs.Trigger value="stock">Stock</Tabs.Trigger>
          </Tabs.List>
          <Tabs.Content value="jobs">
            <Jobs />
          </Tabs.Content>
          <Tabs.Content value="new">
            <NewJob />
          </Tabs.Content>
          <Tabs.Content value="stock">
            {Object.entries(stock ?? {}).map(([name, sheets]) => (
              <Text key={name}>
                {name}: {sheets} sheets
              </Text>
            ))}
          </Tabs.Content>
        </Tabs.Root>
        <Machine />
      </Box>
    </Press.Provider>
  );
}

createRoot(document.getElementById('root')).render(
  <ChakraProvider value={defaultSystem}>
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })}>
      <Shop />
    </QueryClientProvider>
  </ChakraProvider>,
);
