import java.lang.management.ManagementFactory;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.TreeMap;
import javax.management.ObjectName;

/** A job queue that is operated through management beans, as many servers are. */
public final class QueueService {
  public enum Priority { LOW, NORMAL, HIGH }

  public interface QueueMBean {
    String getName();

    int getDepth();

    long getProcessed();

    boolean isPaused();

    void setPaused(boolean paused);

    int getWorkers();

    void setWorkers(int workers);

    Map<String, Integer> getDepthByPriority();

    String getBrokerPassword();

    int submit(String job);

    int submit(String job, String priority);

    String takeNext();

    void purge();
  }

  static final class Queue implements QueueMBean {
    private final String name;
    private final Deque<String> jobs = new ArrayDeque<>();
    private final Map<String, Integer> byPriority = new TreeMap<>();
    private long processed;
    private boolean paused;
    private int workers = 4;

    Queue(String name) {
      this.name = name;
    }

    @Override public String getName() { return name; }

    @Override public synchronized int getDepth() { return jobs.size(); }

    @Override public synchronized long getProcessed() { return processed; }

    @Override public synchronized boolean isPaused() { return paused; }

    @Override public synchronized void setPaused(boolean paused) { this.paused = paused; }

    @Override public synchronized int getWorkers() { return workers; }

    @Override
    public synchronized void setWorkers(int workers) {
      if (workers < 1 || workers > 64) throw new IllegalArgumentException("workers must be 1 to 64, not " + workers);
      this.workers = workers;
    }

    @Override public synchronized Map<String, Integer> getDepthByPriority() { return new TreeMap<>(byPriority); }

    @Override public String getBrokerPassword() { return "hunter2-broker"; }

    @Override public int submit(String job) { return submit(job, Priority.NORMAL.name()); }

    @Override
    public synchronized int submit(String job, String priority) {
      if (paused) throw new IllegalStateException("the queue " + name + " is paused");
      jobs.add(job);
      byPriority.merge(Priority.valueOf(priority).name(), 1, Integer::sum);
      return jobs.size();
    }

    @Override
    public synchronized String takeNext() {
      String job = jobs.poll();
      if (job != null) processed++;
      return job;
    }

    @Override
    public synchronized void purge() {
      jobs.clear();
      byPriority.clear();
    }
  }

  public static void main(String[] args) throws Exception {
    for (String name : new String[] {"invoices", "mails"}) {
      Queue queue = new Queue(name);
      queue.submit("first " + name);
      ManagementFactory.getPlatformMBeanServer().registerMBean(queue, new ObjectName("com.example.queues:type=Queue,name=" + name));
    }
    System.out.println("ready");
    Thread.currentThread().join();
  }
}
