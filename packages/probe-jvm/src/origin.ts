import type { RootSource } from '@substrate/core';

const runtimeBean = /^(?:mbean[^:]*:)?(?:mbean:)?(?:java\.|jdk\.|com\.sun\.management|JMImplementation|sun\.)/;

/** Whether every JVM has it: a management bean of the JDK's own, or something to do with one. */
export const ofRuntime = (source: RootSource, address: string): boolean => source === 'mbean' && runtimeBean.test(address);
