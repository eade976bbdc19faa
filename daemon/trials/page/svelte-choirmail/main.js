import { mount } from 'svelte';
import Compose from './Compose.svelte';
import Mail from './Mail.svelte';

mount(Mail, { target: document.getElementById('app'), props: { account: 'secretary@cantabile.example', Compose } });
