package songs;

import java.util.ArrayList;
import java.util.List;

/** A song and who sang it. */
public class Song {
  private final int number;
  private final String title;
  private final String origin;
  private String key;
  private final int verses;
  private final String firstLine;
  private final List<String> singers = new ArrayList<>();

  public Song(int number, String title, String origin, String key, int verses, String firstLine) {
    this.number = number;
    this.title = title;
    this.origin = origin;
    this.key = key;
    this.verses = verses;
    this.firstLine = firstLine;
  }

  public int getNumber() {
    return number;
  }

  public String getTitle() {
    return title;
  }

  public String getOrigin() {
    return origin;
  }

  public String getKey() {
    return key;
  }

  public void setKey(String key) {
    this.key = key;
  }

  public int getVerses() {
    return verses;
  }

  public String getFirstLine() {
    return firstLine;
  }

  public List<String> getSingers() {
    return singers;
  }

  public void sungBy(String singer) {
    singers.add(singer);
  }
}
