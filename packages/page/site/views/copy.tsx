import { useState } from 'preact/hooks';
import { splitCommands } from '../format.js';

/** A button that puts a text into the clipboard and says so. */
export const Copy = ({ text, children, label }: { text: string; children: string; label?: string }) => {
  const [done, setDone] = useState(false);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text);
    setDone(true);
    setTimeout(() => setDone(false), 1200);
  };
  return (
    <button type="button" class="small" onClick={copy} title={text} {...(label !== undefined && { 'aria-label': label })}>
      {done ? 'Copied' : children}
    </button>
  );
};

/** Something to type, ready to copy. */
export const Command = ({ text }: { text: string }) => (
  <span class="command">
    <code>{text}</code>
    <Copy text={text} label={`Copy ${text}`}>
      Copy
    </Copy>
  </span>
);

/** A sentence of the daemon, with the commands in it ready to copy. */
export const Remedy = ({ text }: { text: string }) => (
  <>
    {splitCommands(text).map((part, at) =>
      at % 2 === 0 ? <span key={part}>{part.replace(/ Type: $/, '')}</span> : <Command key={part} text={part} />,
    )}
  </>
);
