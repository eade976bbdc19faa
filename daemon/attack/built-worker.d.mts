/** The folder of the mail worker of `examples/clr`, built once for its sources. */
export declare const builtWorker: () => Promise<string>;
