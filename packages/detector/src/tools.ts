/**
 * Programs that run on a supported runtime and are no applications: package managers, compilers, bundlers, test runners, supervisors. They
 * come and go by the hundred while somebody works, and an agent has no use for their state. The lists are data: one line, one program.
 */

/** The daemon and its commands. */
export const ourPackage = '@substrate/daemon';

/** By the `name` of the package that the script belongs to. A trailing `*` stands for the rest. */
const nodePackages: readonly string[] = [
  // package managers and version managers
  'npm',
  'npx',
  'pnpm',
  'yarn',
  'corepack',
  '@yarnpkg/*',
  'node-gyp',
  'create-*',
  // compilers, bundlers, formatters, linters
  'typescript',
  '@typescript/*',
  'eslint',
  'eslint_d',
  'prettier',
  'stylelint',
  '@biomejs/*',
  'esbuild',
  'webpack',
  'webpack-cli',
  'webpack-dev-server',
  'rollup',
  'rolldown',
  'parcel',
  '@parcel/*',
  'vite',
  'tsup',
  'tsdown',
  'unbuild',
  '@babel/cli',
  '@swc/*',
  'gulp',
  'gulp-cli',
  'grunt',
  'grunt-cli',
  '@angular/cli',
  '@vue/cli-service',
  'react-scripts',
  'typedoc',
  'terser',
  // workspaces and releases
  'turbo',
  'nx',
  'lerna',
  '@changesets/*',
  'husky',
  'lint-staged',
  'knip',
  'publint',
  'rimraf',
  // test runners
  'vitest',
  'tinypool',
  'jest',
  'jest-*',
  '@jest/*',
  'mocha',
  'ava',
  'tap',
  'c8',
  'nyc',
  'playwright',
  'playwright-core',
  '@playwright/*',
  // supervisors: the program that they start is the application
  'tsx',
  'nodemon',
  'ts-node-dev',
  'concurrently',
  'npm-run-all',
  'npm-run-all2',
  'cross-env',
  'dotenv-cli',
  'env-cmd',
  'wait-on',
  'pm2',
  'forever',
  'electron',
  // this project's own command
  ourPackage,
];

/** Run a script that is named by their first operand, in their own process. */
const nodeRunners = new Set(['ts-node', '@babel/node', 'coffeescript', 'esno', '@swc-node/register']);

const javaMainClasses: readonly string[] = [
  'org.codehaus.plexus.classworlds.launcher.Launcher',
  'org.codehaus.classworlds.Launcher',
  'org.apache.maven.*',
  'org.apache.tools.ant.*',
  'org.gradle.*',
  'worker.org.gradle.*',
  'xsbt.boot.*',
  'sbt.*',
  'bloop.*',
  'org.jetbrains.kotlin.*',
  'org.jetbrains.jps.*',
  'scala.tools.nsc.*',
  'dotty.tools.*',
  'com.sun.tools.*',
  'jdk.*',
  'sun.tools.*',
  'sun.jvmstat.*',
  'org.junit.platform.console.*',
  'com.google.devtools.build.*',
];

const javaJars =
  /^(surefirebooter|gradle-wrapper|sbt-launch|maven-wrapper|bazel|google-java-format|ktlint|checkstyle|junit-platform-console)/i;

/** Programs of a JDK that load the virtual machine into themselves. */
const jdkPrograms = new Set(
  'javac javadoc jar jarsigner javap jcmd jconsole jdb jdeprscan jdeps jfr jhsdb jimage jinfo jlink jmap jmod jpackage jps jrunscript jshell jstack jstat jstatd keytool rmiregistry serialver'.split(
    ' ',
  ),
);

const clrAssemblies =
  /^(msbuild|vbcscompiler|csc|vbc|fsc|fsi|nuget|nuget\..*|testhost.*|vstest\..*|datacollector|dotnet|dotnet-.*|microsoft\.codeanalysis\..*|omnisharp|ilc|ilcompiler|crossgen2?|csharpier)$/i;

const listed = (names: readonly string[], name: string): boolean =>
  names.some((entry) => (entry.endsWith('*') ? name.startsWith(entry.slice(0, -1)) : name === entry));

export const isNodeTool = (packageName: string): boolean =>
  listed(nodePackages, packageName) || /language-?server/i.test(packageName);
export const isNodeRunner = (packageName: string): boolean => nodeRunners.has(packageName);
export const isJavaTool = (mainClass: string): boolean => listed(javaMainClasses, mainClass);
export const isJarTool = (stem: string): boolean => javaJars.test(stem);
export const isJdkProgram = (program: string): boolean => jdkPrograms.has(program);
export const isClrTool = (assembly: string): boolean => clrAssemblies.test(assembly);
