import { useState } from 'preact/hooks';

/** A button that puts a text into the clipboard and says so. */
export const Copy = ({ text, children }: { text: string; children: string }) => {
  const [done, setDone] = useState(false);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text);
    setDone(true);
    setTimeout(() => setDone(false), 1200);
  };
  return (
    <button type="button" class="small" onClick={copy} title={text}>
      {done ? 'Copied' : children}
    </button>
  );
};
