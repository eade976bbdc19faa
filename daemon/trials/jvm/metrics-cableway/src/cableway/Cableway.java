package cableway;

import com.codahale.metrics.Counter;
import com.codahale.metrics.Gauge;
import com.codahale.metrics.Histogram;
import com.codahale.metrics.Meter;
import com.codahale.metrics.MetricRegistry;
import com.codahale.metrics.SlidingWindowReservoir;
import com.codahale.metrics.health.HealthCheck;
import com.codahale.metrics.health.HealthCheckRegistry;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;

/** A cableway of two sections that counts what it carries and says whether it is well. */
public final class Cableway {
    private final String name;
    private final MetricRegistry metrics = new MetricRegistry();
    private final HealthCheckRegistry health = new HealthCheckRegistry();
    private final Map<String, Section> sections = new LinkedHashMap<>();
    private final Deque<String> logbook = new ArrayDeque<>();
    private double wind;

    Cableway(String name) {
        this.name = name;
        metrics.register("wind.kmh", (Gauge<Double>) () -> wind);
        health.register("wind", new HealthCheck() {
            @Override
            protected Result check() {
                return wind < 60 ? Result.healthy() : Result.unhealthy("Wind of %.0f km/h", wind);
            }
        });
    }

    void addSection(String section, int cabins, String engineer) {
        sections.put(section, new Section(section, cabins, engineer, metrics));
    }

    public void setWind(double kmh) {
        wind = kmh;
        logbook.addFirst("Wind " + kmh);
    }

    public void carry(String section, int passengers, int waitedMinutes) {
        sections.get(section).carry(passengers, waitedMinutes);
    }

    public void stop(String section, String reason) {
        sections.get(section).stop(reason);
        logbook.addFirst(section + ": " + reason);
    }

    public void go(String section) { sections.get(section).go(); }

    String report() {
        StringBuilder text = new StringBuilder(name).append('\n');
        metrics.getCounters().forEach((key, counter) -> text.append(key).append(' ').append(counter.getCount()).append('\n'));
        metrics.getHistograms().forEach((key, one) -> text.append(key).append(" max ").append(one.getSnapshot().getMax()).append('\n'));
        health.runHealthChecks().forEach((key, one) -> text.append(key).append(' ').append(one.isHealthy()).append('\n'));
        return text.append("done").toString();
    }

    private static final class Section {
        private final String name;
        private final int cabins;
        private String engineer;
        private boolean running = true;
        private String stoppedFor = "";
        private final Counter passengers;
        private final Counter stops;
        private final Histogram waiting;
        private final Meter trips;

        Section(String name, int cabins, String engineer, MetricRegistry metrics) {
            this.name = name;
            this.cabins = cabins;
            this.engineer = engineer;
            passengers = metrics.counter(MetricRegistry.name(name, "passengers"));
            stops = metrics.counter(MetricRegistry.name(name, "stops"));
            waiting = metrics.register(MetricRegistry.name(name, "waiting"), new Histogram(new SlidingWindowReservoir(50)));
            trips = metrics.meter(MetricRegistry.name(name, "trips"));
        }

        void carry(int people, int waited) {
            passengers.inc(people);
            waiting.update(waited);
            trips.mark();
        }

        void stop(String reason) {
            running = false;
            stoppedFor = reason;
            stops.inc();
        }

        void go() {
            running = true;
            stoppedFor = "";
        }

        @Override
        public String toString() { return name + " with " + cabins + " cabins, " + engineer; }
    }
}
