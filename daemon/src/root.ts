/** Why a daemon that runs as root is no good idea; undefined for any other user, and where there are no such users. */
export const rootWarning = (uid: number | undefined = process.getuid?.()): string | undefined =>
  uid === 0
    ? 'the daemon runs as root: whoever has a key can read and operate every process of the machine. Run it as the user whose applications it is for.'
    : undefined;
