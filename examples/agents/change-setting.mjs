/**
 * Changes a setting of a Java desktop program and verifies it: types into a field, presses Save, proves that the program's own
 * preferences hold the new value.
 *
 *   node change-setting.mjs [APP_ID]      (SUBSTRATE_URL and SUBSTRATE_KEY say where the daemon is)
 */
import { createClient } from '@substrate/client';

const substrate = createClient({ url: process.env.SUBSTRATE_URL, key: process.env.SUBSTRATE_KEY });
const program = substrate.app(process.argv[2] ?? 'settingsdesktop', { waitMs: 30_000 });
const setting = 'settings_window.preferences.server';
const servers = ['imap.example.net', 'imap.example.org'];

await program.waitFor('settings_window.title === "Mail settings"');
const before = await program.state();
const wanted = servers.find((server) => server !== before.objects[setting]);
console.log(`1. The mail server is "${before.objects[setting]}".`);

const typed = await program.action('set_mail_server', { text: wanted });
console.log(`2. Typed "${wanted}"; the window shows it, the preferences still say "${typed.updated_state?.objects[setting]}".`);

const saved = await program.action('settings_window_save', {}, { verify_expression: `${setting} === ${JSON.stringify(wanted)}` });
console.log(`3. Pressed Save: ${saved.verification?.explanation}.`);

for (const { path, before: old, after } of saved.verification?.changed_fields ?? []) console.log(`   ${path}: ${old} → ${after}`);
console.log('done: the setting is saved');
