package ferry;

import java.util.ArrayList;
import java.util.List;
import org.quartz.*;
import org.quartz.impl.StdSchedulerFactory;

public class Ferry {
  public static class Crossing implements Job {
    public void execute(JobExecutionContext context) {
      crossings++;
    }
  }

  static int crossings = 41;
  static String captain = "Halvard";
  static final List<String> passengers = new ArrayList<>(List.of("Liv", "Arne"));
  static boolean fog;

  public static void main(String[] args) throws Exception {
    Scheduler scheduler = new StdSchedulerFactory().getScheduler();
    JobDetail crossing = JobBuilder.newJob(Crossing.class).withIdentity("crossing", "fjord").withDescription("To the island and back").usingJobData("vessel", "MS Kari").build();
    Trigger hourly = TriggerBuilder.newTrigger().withIdentity("hourly", "fjord").withPriority(8)
        .withSchedule(CronScheduleBuilder.cronSchedule("0 0 3 1 1 ? 2030")).build();
    scheduler.scheduleJob(crossing, hourly);
    scheduler.start();
    System.out.println("scheduled");
    Thread.currentThread().join();
  }

  static void setFog(boolean on) {
    fog = on;
  }
}
