import type { Feature } from './features.js';

/** Made by scripts/fit.mjs from the recorded programs, without those held out. Not to be changed by hand; `nameless` is set, not fitted. */

export const weightsVersion = 11;

export const bias = 1.32;

export const weights: Readonly<Record<Feature, number>> = {
  kept: 0.66,
  screen: 0.99,
  component: -0.3,
  module: -0.51,
  heap: -0.54,
  static: -0.91,
  records: 0.39,
  own: 1.2,
  depth: -0.15,
  idle: -0.56,
  record: 0.4,
  count: -0.49,
  namesakes: -0.89,
  repeated: -1.1,
  none: -0.86,
  off: -0.4,
  words: 0.36,
  place: 0.45,
  literal: -0.5,
  written: -0.2,
  constants: -0.67,
  nameless: -6,
  unnamed: -1.2,
  machineryAbove: -1.26,
  asked: 0.24,
  setting: 0.66,
};
