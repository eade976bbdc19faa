package songs;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The songs of a club, and what was asked for. */
public class SongBook {
  public record Question(String words, int hits, String best) {}

  private final String club;
  private final Map<Integer, Song> songs = new TreeMap<>();
  private final Index index = new Index();
  private final Deque<Question> questions = new ArrayDeque<>();
  private final List<String> programme = new ArrayList<>();
  private String lentTo;
  private String evening = "Second Friday";
  private double entrance = 4.5;
  private boolean encore;

  SongBook(String club) throws Exception {
    this.club = club;
    add(new Song(1, "The Herring Queen", "Shetland", "D", 7, "She came with silver in her hair"));
    add(new Song(2, "Down by the Weir", "Somerset", "G", 4, "A river sang me through the night"));
    add(new Song(3, "Black Peat", "Donegal", "Em", 9, "Cut the turf and turn it over"));
    add(new Song(4, "Nightwatch", "Orkney", "Am", 5, "Herring boats along the river mouth"));
    add(new Song(5, "Tam's Gate", "Galloway", "A", 12, "Who left the gate unlatched for me"));
  }

  public final void add(Song song) throws Exception {
    songs.put(song.getNumber(), song);
    index.put(song);
  }

  public List<Integer> find(String words) throws Exception {
    List<Integer> found = index.find(words);
    questions.addLast(new Question(words, found.size(), found.isEmpty() ? null : songs.get(found.get(0)).getTitle()));
    return found;
  }

  public void sing(int number, String singer) {
    Song song = songs.get(number);
    song.sungBy(singer);
    programme.add(song.getTitle());
  }

  public void lend(String person) {
    lentTo = person;
  }

  public void setEntrance(double entrance) {
    this.entrance = entrance;
  }

  public void setEncore(boolean encore) {
    this.encore = encore;
  }

  public String tell() {
    StringBuilder text = new StringBuilder(club + " " + evening + " " + entrance + " " + encore + " " + lentTo + " " + programme + " " + questions);
    for (Song song : songs.values()) text.append("\n").append(song.getTitle()).append(" ").append(song.getKey()).append(" ").append(song.getSingers());
    return text.toString();
  }

  public static void main(String[] args) throws Exception {
    SongBook book = new SongBook(args[0]);
    System.out.println("the book is open");
    BufferedReader input = new BufferedReader(new InputStreamReader(System.in));
    for (String line = input.readLine(); line != null; line = input.readLine()) {
      String[] words = line.split(" ", 2);
      switch (words[0]) {
        case "find" -> System.out.println(book.find(words[1]));
        case "sing" -> book.sing(Integer.parseInt(words[1].split(" ")[0]), words[1].split(" ")[1]);
        case "lend" -> {
          book.lend(words[1]);
          System.out.println("lent to " + words[1]);
        }
        default -> System.out.println(book.tell());
      }
    }
  }
}
