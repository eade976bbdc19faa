import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Holds the cases of secrets, for a probe to tell apart. Texts that begin with `cut-` must not be told. */
public class Holder {
  static final List<List<Map<String, Object>>> heldCases = new ArrayList<>();
  static final List<Object> others = new ArrayList<>();
  static final Map<String, String> credentials = new LinkedHashMap<>();

  static class Setting {
    String name;
    String value;

    Setting(String name, String value) {
      this.name = name;
      this.value = value;
    }
  }

  static class Login {
    String user = "ada";
    char[] password = "cut-9f8e".toCharArray();
    String passwordHint = "the dog";
    int pin = 4711;
  }

  static int logins;

  /** What it gives back is a secret. */
  public static String getDbPassword() {
    return "cut-0a1b";
  }

  public static Map<String, String> rotateLogin() {
    logins++;
    credentials.put("mail", "cut-rotated-" + logins);
    return java.util.Collections.singletonMap("password", "cut-rotated-" + logins);
  }

  public static void main(String[] args) throws Exception {
    List<Map<String, Object>> list = null;
    for (String line : Files.readAllLines(Paths.get(System.getProperty("cases"), "cases.txt"), StandardCharsets.UTF_8)) {
      if (list == null || list.size() == 100) heldCases.add(list = new ArrayList<>());
      String[] parts = line.split("\t", 4);
      String text = parts[3].replace("\\n", "\n");
      Object value = text;
      if (parts[1].equals("number")) value = Long.valueOf(text);
      else if (parts[1].equals("boolean")) value = Boolean.valueOf(text);
      else if (parts[1].equals("null")) value = null;
      Map<String, Object> entry = new LinkedHashMap<>();
      entry.put(parts[2], value);
      list.add(entry);
    }
    others.add(new Setting("password", "cut-1a2b"));
    others.add(new Setting("colour", "red"));
    others.add(new Login());
    others.add(Arrays.asList("app", "--password", "cut-3c4d", "--port", "80"));
    credentials.put("mail", "cut-5e6f");
    credentials.put("count", "2");
    System.out.println("ready");
    Thread.currentThread().join();
  }
}
