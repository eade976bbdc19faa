/** A training timer: Svelte 4 with a store. */
import Timer from './timer.svelte';

new Timer({ target: document.getElementById('app') });
