package dev.substrate.core;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;

/** Bytes that are text: messages, documents, what a client has sent. Judged by what they hold, never by where they are found. */
final class Bytes {
  /** Fewer are as likely a number or an address. */
  private static final int LEAST = 4;
  /** So many decide about the rest. */
  private static final int MOST_LOOKED_AT = 65536;

  private Bytes() {}

  /** The text that bytes hold, at most so many characters and one; null when they hold none. */
  static String text(byte[] bytes, int from, int length, int max) {
    return from < 0 || length < LEAST || from + length > bytes.length ? null : text(ByteBuffer.wrap(bytes, from, length), length, max);
  }

  /** The same of a buffer's unread part, which is left unread. */
  static String text(ByteBuffer buffer, int max) {
    return buffer.remaining() < LEAST ? null : text(buffer.duplicate(), buffer.remaining(), max);
  }

  private static String text(ByteBuffer bytes, int length, int max) {
    // Most that is no text shows it at once.
    if (isControl((char) (bytes.get(bytes.position()) & 255))) return null;
    int looked = Math.min(length, Math.min(MOST_LOOKED_AT, 4 * (max + 1)));
    bytes.limit(bytes.position() + looked);
    CharsetDecoder decoder = Charset.forName("UTF-8").newDecoder().onMalformedInput(CodingErrorAction.REPORT).onUnmappableCharacter(CodingErrorAction.REPORT);
    CharBuffer out = CharBuffer.allocate(looked);
    CoderResult result = decoder.decode(bytes, out, looked == length);
    if (result.isError()) return null;
    out.flip();
    int words = 0;
    for (int i = 0; i < out.length(); i++) {
      char c = out.charAt(i);
      if (isControl(c)) return null;
      if (Character.isLetterOrDigit(c) || c == ' ') words++;
    }
    // A key or a picture in letters of its own is nothing to read.
    if (words * 2 < out.length()) return null;
    return out.length() <= max + 1 ? out.toString() : out.subSequence(0, max + 1).toString();
  }

  private static boolean isControl(char c) {
    return c < ' ' && c != '\n' && c != '\r' && c != '\t' || c >= 0x7f && c < 0xa0;
  }
}
