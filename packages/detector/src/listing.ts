import type { Listing } from './facts.js';
import { createLinuxListing } from './linux.js';
import { createMacListing } from './macos.js';
import { createWindowsListing } from './windows.js';

/** The process listing of this operating system. */
export const createListing = (platform: NodeJS.Platform = process.platform): Listing => {
  switch (platform) {
    case 'linux':
      return createLinuxListing();
    case 'darwin':
      return createMacListing();
    case 'win32':
      return createWindowsListing();
    default:
      throw new Error(`Processes can't be listed on ${platform}: Linux, macOS and Windows are supported.`);
  }
};
