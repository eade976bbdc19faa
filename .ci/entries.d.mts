export declare const entriesOf: (manifest: {
  exports?: Record<string, { default?: string } | string>;
  bin?: Record<string, string>;
}) => string[];
