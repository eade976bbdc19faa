/** Habits: Svelte 5 with runes. */
import { mount } from 'svelte';
import Habits from './habits.svelte';

mount(Habits, { target: document.getElementById('app') });
