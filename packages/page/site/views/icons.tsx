import type { AppSummary } from '../api.js';

/** Drawn here: no mark of anybody else. All are 24 units wide, in the colour of the text. */

export const Logo = () => (
  <svg class="logo" viewBox="0 0 32 32" aria-hidden="true">
    <rect width="32" height="32" rx="8" />
    <path d="M8 11h16M8 16h11M8 21h14" />
  </svg>
);

const glyphs = {
  /** A window with its bar. */
  browser: (
    <>
      <rect x="3" y="4.5" width="18" height="15" rx="2.5" />
      <path d="M3 9h18M6.2 6.8h.1M9 6.8h.1" />
    </>
  ),
  /** A hexagon with a prompt. */
  node: (
    <>
      <path d="M12 2.8 20 7.4v9.2l-8 4.6-8-4.6V7.4z" />
      <path d="m8.8 9.6 2.6 2.4-2.6 2.4M13.2 14.6h2.6" />
    </>
  ),
  /** A core and its orbits. */
  electron: (
    <>
      <ellipse cx="12" cy="12" rx="9.5" ry="3.8" transform="rotate(30 12 12)" />
      <ellipse cx="12" cy="12" rx="9.5" ry="3.8" transform="rotate(-30 12 12)" />
      <circle cx="12" cy="12" r="1" />
    </>
  ),
  /** A cup with steam. */
  jvm: (
    <>
      <path d="M5 10h11v5.5a4 4 0 0 1-4 4H9a4 4 0 0 1-4-4zM16 11.5h1.5a2.3 2.3 0 0 1 0 4.6H16" />
      <path d="M8.3 7c-1-1.3 1-2 0-3.6M12 7c-1-1.3 1-2 0-3.6" />
    </>
  ),
  /** A sharp. */
  clr: <path d="M9.5 4 8 20M16 4l-1.5 16M4.5 9h15.5M4 15h15.5" />,
  /** A prompt. */
  other: <path d="m5 7 5 5-5 5M12.5 17.5H19" />,
} as const;

const glyphOf = ({ runtime, runtime_name: name }: AppSummary): keyof typeof glyphs => {
  if (runtime === 'jvm' || runtime === 'clr') return runtime;
  if (runtime !== 'v8') return 'other';
  return /node|deno/i.test(name) ? 'node' : /electron/i.test(name) ? 'electron' : 'browser';
};

/** The runtime of an application as a picture; its name is read out elsewhere. */
export const RuntimeIcon = ({ app }: { app: AppSummary }) => {
  const glyph = glyphOf(app);
  return (
    <span class={`mark ${glyph}`} title={app.runtime_name} aria-hidden="true">
      <svg viewBox="0 0 24 24" aria-hidden="true">
        {glyphs[glyph]}
      </svg>
    </span>
  );
};
