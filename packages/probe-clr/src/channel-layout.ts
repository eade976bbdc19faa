/**
 * Where everything lies in the channel file; `native/payload/Channel.cs` has the same numbers. Numbers are unsigned, 32 bits,
 * little-endian, and each has one writer.
 */
export const layout = {
  magic: 0,
  requestCapacity: 8,
  answerCapacity: 12,
  nonce: 16,
  echo: 48,
  daemonBeat: 80,
  daemonState: 84,
  targetBeat: 88,
  targetState: 92,
  requestSlot: 128,
  requestAck: 160,
  answerSlot: 192,
  answerAck: 224,
  bodies: 4096,
} as const;

/** Of a slot. The sequence number is written last. */
export const slot = { length: 0, crc: 4, total: 8, sequence: 12, size: 16 } as const;

export const magic = Buffer.from('SUBSTRT1', 'latin1');
export const nonceLength = 32;
export const daemonOpen = 1;
export const daemonClosed = 2;
export const targetLeft = 2;
export const messageLimit = 64 * 1024 * 1024;

export const nextSequence = (sequence: number): number => (sequence === 0xffffffff ? 1 : sequence + 1);
