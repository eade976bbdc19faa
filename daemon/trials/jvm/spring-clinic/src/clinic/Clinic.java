package clinic;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration
public class Clinic {
  public static class Pet {
    String name;
    String kind;
    double kilos;

    Pet(String name, String kind, double kilos) {
      this.name = name;
      this.kind = kind;
      this.kilos = kilos;
    }
  }

  public static class PetService {
    private final Map<String, Pet> pets = new LinkedHashMap<>();
    private int visits = 12;

    public void register(String name, String kind, double kilos) {
      pets.put(name, new Pet(name, kind, kilos));
      visits++;
    }
  }

  public static class Rota {
    private final List<String> doctors = new ArrayList<>(List.of("Dr. Okafor", "Dr. Lindqvist"));
    private boolean emergency = false;
    private String opens = "07:45";

    public void setEmergency(boolean emergency) {
      this.emergency = emergency;
    }
  }

  @Bean
  public PetService petService() {
    PetService service = new PetService();
    service.register("Rex", "dog", 23.5);
    service.register("Mittens", "cat", 4.25);
    return service;
  }

  @Bean
  public Rota rota() {
    return new Rota();
  }

  public static void main(String[] args) throws Exception {
    AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();
    context.setDisplayName("Clinic on the hill");
    context.register(Clinic.class);
    context.refresh();
    System.out.println("ready");
    Thread.currentThread().join();
  }
}
