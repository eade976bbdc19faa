/** What an operating system tells about one process, and the one interface behind which each of them tells it. */

/** Pids are reused: a process is its pid and its start stamp. */
export interface ProcessKey {
  readonly pid: number;
  /** The system's own start stamp; compared, never shown. */
  readonly startTime: string;
  /** Changes when the process runs another program (exec). Absent where the system does not tell it for free. */
  readonly image?: string;
}

export interface ProcessFacts {
  readonly pid: number;
  readonly startTime: string;
  readonly startedAt: string;
  readonly parent: number;
  /** The short name that the system shows for it. */
  readonly name: string;
  readonly executable: string | null;
  readonly command: readonly string[];
  readonly cwd: string | null;
  /** Paths of the files that are mapped into it; none where the name of its program tells what it is. */
  readonly modules: readonly string[];
  /** Runs as another user than this process; `user` says who, where that is known. */
  readonly foreign: boolean;
  readonly user?: string;
  /** Lives in another mount or pid namespace. */
  readonly contained: boolean;
  /** A fork of its parent that runs the same program: a part of that, or about to become another program. */
  readonly copied?: boolean;
  /** Where its files are seen from here, when not at the same paths. */
  readonly root?: string;
  /** What its files say about the program it runs; looked up once its runtime is known. */
  readonly program?: ProgramFacts;
}

export interface ProgramFacts {
  /** `name` and `productName` of the package nearest to the script or application folder. */
  readonly packageName?: string;
  readonly productName?: string;
  /** Version of the runtime: `17.0.15`. */
  readonly runtimeVersion?: string;
}

export interface Listing {
  /**
   * The processes that run now. Called twice a second: costs next to nothing for a process it has listed before. Of those in `closely`, each
   * call tells whether they still run the same program. May return the very list (===) of the call before when nothing changed.
   */
  list(closely?: { has(pid: number): boolean }): Promise<readonly ProcessKey[]>;
  /**
   * Everything about one process; undefined when it is gone, or is no user process. While `patient`, what could not be read in time rejects (`isLate`)
   * instead of being left out.
   */
  inspect(key: ProcessKey, patient?: boolean): Promise<ProcessFacts | undefined>;
  /** Whether there is a process that may well be an application and was not there at the last `list`; asked several times between two, so it costs hardly anything. */
  hasNew?(): boolean;
  close?(): Promise<void>;
}

/** The last segment of a path of either kind of system. */
export const baseName = (path: string): string => path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);

/** The name of the program file, in lower case and without `.exe`. */
export const programName = (facts: Pick<ProcessFacts, 'executable' | 'command' | 'name'>): string =>
  baseName(facts.executable ?? facts.command[0] ?? facts.name)
    .toLowerCase()
    .replace(/\.exe$/, '');
