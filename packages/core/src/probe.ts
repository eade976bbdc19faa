import type { CaptureRequest, KnownRoots, RawCall, RawCapture, RawNode, RawResult, RawTarget, ReadRequest } from './capture.js';
import type { Runtime } from './wire.js';

/** What kind of host a runtime runs in; decides how a probe attaches. */
export type RuntimeFlavor = 'chromium' | 'electron' | 'qtwebengine' | 'node' | 'deno' | 'hotspot' | 'coreclr' | 'unknown';

/** An application process. Pids are reused: a probe, a capture and an action are bound to pid and start time. */
export interface AppProcess {
  readonly pid: number;
  /** The operating system's own start stamp (Linux: field 22 of `/proc/PID/stat`); compared, never shown. */
  readonly startTime: string;
  readonly startedAt: string;
  readonly runtime: Runtime;
  readonly flavor: RuntimeFlavor;
  /** For people: `Node.js`, `Chromium`, `OpenJDK 17`, `.NET 10`. */
  readonly runtimeName: string;
  readonly appId: string;
  readonly appName: string;
  readonly executable: string | null;
  readonly command: readonly string[];
  readonly cwd: string | null;
  /** What the process was recognised by: `module libjvm.so`. */
  readonly recognizedBy: string;
  /** The name of the `ExtraProbe` that knows it; the runtime is `unknown` then. */
  readonly extra?: string;
  /** Why it can't be attached to whatever the probe says: another user's, another container's. */
  readonly refusal?: Refusal;
}

/** Why an attach was refused, for machines and for people. */
export interface Refusal {
  /** `no_debug_port`, `other_user`, `stopped`, `not_built`, … */
  readonly reason: string;
  /** One sentence that says what is in the way and what the user can do. */
  readonly message: string;
  /** Whether trying again, with nothing changed by the user, may work. */
  readonly retry: boolean;
  /** How soon, where that is known: a person is about to answer. */
  readonly retryMs?: number;
}

/** What stops a probe's work. Everything expected is in `refusal`. */
export class ProbeError extends Error {
  readonly refusal: Refusal;
  constructor(refusal: Refusal, options?: ErrorOptions) {
    super(refusal.message, options);
    this.name = 'ProbeError';
    this.refusal = refusal;
  }
}

export interface Probe {
  readonly runtime: Runtime;
  /** What would stop an attach, found without touching the process. */
  check(app: AppProcess): Promise<Refusal | null>;
  /** Rejects with a `ProbeError`. The signal ends the attempt, and leaves nothing behind. */
  attach(app: AppProcess, known: KnownRoots | undefined, signal: AbortSignal): Promise<ProbeSession>;
}

/** What a module that is named in `probe.extra` exports by default: a probe for programs that no other knows. */
export interface ExtraProbe {
  /** Short and lasting: schemas are kept by the application, but a person reads this in the log. */
  readonly name: string;
  /** Undefined for every process that is not its own. Asked of each new process: it must cost nothing. */
  recognize(process: ExtraCandidate): ExtraRecognition | undefined;
  readonly probe: Probe;
  /** What `substrate launch` adds to a command so that its process can be attached to. */
  launch?(command: {
    readonly program: string;
    readonly args: readonly string[];
    readonly env: Readonly<Record<string, string | undefined>>;
  }): { readonly env: Readonly<Record<string, string>>; readonly notes: readonly string[] } | undefined;
}

export type ExtraCandidate = Pick<AppProcess, 'pid' | 'executable' | 'command' | 'cwd'> & { readonly name: string };

export interface ExtraRecognition {
  /** For people: `CPython 3.11`. */
  readonly runtimeName: string;
  readonly appId: string;
  readonly appName: string;
  /** What it was recognised by. */
  readonly by: string;
}

/** Disposing a session leaves the process as it was found. */
export interface ProbeSession extends AsyncDisposable {
  capture(request: CaptureRequest, signal: AbortSignal): Promise<RawCapture>;
  invoke(call: RawCall, signal: AbortSignal): Promise<RawResult>;
  /** Reads one place now, as deep as the budget goes; null when it is not there. Absent where the probe can't. */
  read?(request: ReadRequest, signal: AbortSignal): Promise<RawNode | null>;
  /** What lies under the target of a call now; null when nothing does. */
  target?(call: RawCall, signal: AbortSignal): Promise<RawTarget | null>;
  /** What a person should know of how it is attached, where that is not as it should be. */
  readonly notice?: string;
  /** Whether a `fresh` read needs a heap snapshot to be true. */
  freshNeedsHeap(): boolean;
  /** Resolves with the reason when the connection or the process ends; never rejects. */
  readonly gone: Promise<string>;
}
