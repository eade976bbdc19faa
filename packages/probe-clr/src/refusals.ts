import { ProbeError, type Refusal } from '@substrate/core';

/**
 * What a trimmed application must be published with: the switch keeps hooks, and trimming would still cut out of the framework what the
 * stub calls (it refers to the core library alone) and what the payload refers to.
 */
export const keptForHooks = `<PropertyGroup><StartupHookSupport>true</StartupHookSupport></PropertyGroup> <ItemGroup><TrimmerRootAssembly Include="${[
  'System.Private.CoreLib',
  'System.Runtime',
  'System.Collections',
  'System.Threading',
  'System.Threading.Thread',
  'System.ComponentModel',
  'System.IO.MemoryMappedFiles',
  'System.Net.Sockets',
  'System.Reflection.Metadata',
  'System.Collections.Concurrent',
  'System.Memory',
  'System.Runtime.Numerics',
  'System.Text.Json',
  'System.Runtime.InteropServices',
  'System.Net.Primitives',
  'System.Runtime.Loader',
  'System.Linq',
].join(';')}" /></ItemGroup>`;

/** Everything that can stand between us and a .NET process, each with what the user can do. `retry`: it may pass by itself. */
const refusals = {
  not_built: [
    false,
    'The managed part of the CLR probe is not built: install the .NET SDK 10 and run `npm run native` in @substrate/probe-clr.',
  ],
  unsupported_platform: [false, 'The CLR probe runs on Linux only so far: run the daemon and the application on Linux.'],
  gone: [false, 'The process has ended, or another process has its pid now.'],
  stopped: [true, 'The process is stopped (by a debugger, or SIGSTOP): continue it with `kill -CONT PID`.'],
  starting: [true, 'The runtime is still starting, or waits to be told to go on (DOTNET_DiagnosticPorts): it is tried again.'],
  other_user: [false, 'The process belongs to another user: run the daemon as that user, or as root.'],
  diagnostics_off: [
    false,
    'The process was started with its diagnostics switched off: start it without DOTNET_EnableDiagnostics=0 (or with `substrate launch`).',
  ],
  no_socket: [
    true,
    'The process has no diagnostic socket (yet): if it stays so, check that its TMPDIR exists and has a short path, and start it again.',
  ],
  foreign_socket: [
    false,
    'Something that another user made lies where the diagnostic socket of the process belongs: start the application with a TMPDIR that is its user’s own.',
  ],
  native_aot: [
    false,
    'The application is compiled ahead of time (NativeAOT): it has no runtime to attach to. Publish it without PublishAot.',
  ],
  too_old: [false, 'The application runs on a .NET before 8, which takes no hook while it runs: move it to .NET 8 or later.'],
  hooks_disabled: [
    false,
    `The application was built with startup hooks off, as trimming and PublishAot do: publish it without trimming (<PublishTrimmed>false</PublishTrimmed>) or with ${keptForHooks} in its project, build one that is only meant for PublishAot with <StartupHookSupport>true</StartupHookSupport>, a file-based program with the line “#:property PublishAot=false”.`,
  ],
  trimmed: [
    false,
    `The application is trimmed: what a hook needs of the framework was cut out of it, also with StartupHookSupport alone. Publish it without trimming (<PublishTrimmed>false</PublishTrimmed>), or with ${keptForHooks} in its project.`,
  ],
  port_blocked: [
    true,
    'The diagnostic port does not answer: another client keeps it busy. Close other diagnostic tools that hang on the process.',
  ],
  hook_rejected: [false, 'The runtime rejected the hook.'],
  stub_unreadable: [
    false,
    'The process can’t read the stub: its folder, and every folder above it, must be readable for the user of the process.',
  ],
  stub_conflict: [false, 'The process has loaded another file under the stub’s name: start the application again.'],
  no_descriptors: [
    true,
    'The process has fewer than 64 free file descriptors: raise its limit (`ulimit -n`) or let it close some.',
  ],
  low_memory: [true, 'The process has less than 32 MB left in its memory limit: raise the limit of its control group.'],
  disk_full: [true, 'There is no room for the channel file (about 1 MB): free some space on the disk of the probe’s folder.'],
  no_echo: [true, 'The hook was taken, but nothing answered: the process may be too busy. It is tried again.'],
  attach_failed: [true, 'The attach did not come about. It is tried again.'],
  payload_failed: [false, 'The payload could not start inside the process.'],
} as const satisfies Record<string, readonly [retry: boolean, message: string]>;

type RefusalReason = keyof typeof refusals;

export const refusal = (reason: RefusalReason, detail?: string): Refusal => {
  const [retry, message] = refusals[reason];
  return { reason, message: detail === undefined ? message : `${message} (${detail})`, retry };
};

/** The same refusal for a process that has only just begun: it may be on its way to become another program. */
export const tentatively = (found: Refusal): Refusal => ({ ...found, retry: true });

export const refuse = (reason: RefusalReason, detail?: string, cause?: unknown): ProbeError =>
  new ProbeError(refusal(reason, detail), cause === undefined ? undefined : { cause });
