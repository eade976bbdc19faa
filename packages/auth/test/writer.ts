import { createKeyRing, generateKey, removeKey, setKeyEnabled } from '../src/index.js';

/** Runs as a process of its own: `ROLE FILE COUNT`. Prints one JSON line with the ids it is answerable for. */
const [role, file = '', count = '0'] = process.argv.slice(2);
const ids: string[] = [];

if (role === 'keygen') {
  for (let i = 0; i < Number(count); i++) ids.push((await generateKey({ file, label: `${process.pid}-${i}` })).id);
} else if (role === 'daemon') {
  await using ring = await createKeyRing({ file });
  const { key, id } = await generateKey({ file, label: 'daemon' });
  ids.push(id);
  for (let i = 0; i < Number(count); i++) {
    ring.verify(key);
    ring.touch(id);
    await ring.flush();
  }
} else if (role === 'toggler') {
  const { id } = await generateKey({ file, label: 'toggled' });
  ids.push(id);
  for (let i = 0; i < Number(count); i++) await setKeyEnabled({ file, id, enabled: i % 2 === 1 });
} else if (role === 'remover') {
  for (let i = 0; i < Number(count); i++) {
    const { id } = await generateKey({ file, label: 'removed' });
    await removeKey({ file, id });
    ids.push(id);
  }
}
console.log(JSON.stringify(ids));
