using Quartz;

namespace Planetarium;

public class Dome
{
    public static readonly Dome Instance = new();
    public List<Performance> Performances { get; } = [];
    public string Keeper { get; private set; } = "Tycho";
    public double Brightness { get; private set; } = 0.35;
    public bool Lasers { get; private set; }
    public int Visitors { get; private set; } = 88;

    public void Perform(string show, string narrator) => Performances.Add(new Performance(show, narrator, Visitors));
    public void Dim(double brightness) => Brightness = brightness;
    public void Relieve(string keeper) => Keeper = keeper;
    public void Admit(int visitors) => Visitors += visitors;
}

public record Performance(string Show, string Narrator, int Watched);

public class ShowJob : IJob
{
    public ValueTask Execute(IJobExecutionContext context, CancellationToken stop = default)
    {
        var data = context.MergedJobDataMap;
        Dome.Instance.Perform(data.GetString("show")!, data.GetString("narrator")!);
        return default;
    }
}

public static class Program
{
    public static async Task Main()
    {
        var settings = new System.Collections.Specialized.NameValueCollection
        {
            ["quartz.scheduler.instanceName"] = "Night sky",
            ["quartz.threadPool.maxConcurrency"] = "3",
        };
        var scheduler = await QuartzSchedulerBuilder.Create().UseProperties(settings).BuildScheduler();

        var saturn = JobBuilder.Create<ShowJob>()
            .WithIdentity("rings-of-saturn", "evening")
            .WithDescription("Forty minutes among the rings")
            .UsingJobData("show", "Rings of Saturn")
            .UsingJobData("narrator", "Wren Adeyemi")
            .StoreDurably()
            .Build();
        var comets = JobBuilder.Create<ShowJob>()
            .WithIdentity("comets-for-children", "matinee")
            .UsingJobData("show", "Comets for children")
            .UsingJobData("narrator", "Pip Larkin")
            .Build();
        var evenings = TriggerBuilder.Create()
            .WithIdentity("every-evening", "evening")
            .WithCronSchedule("0 30 20 ? * TUE-SUN")
            .Build();
        var sundays = TriggerBuilder.Create()
            .WithIdentity("sundays", "matinee")
            .WithPriority(9)
            .WithCronSchedule("0 15 14 ? * SUN")
            .Build();

        await scheduler.ScheduleJob(saturn, evenings);
        await scheduler.ScheduleJob(comets, sundays);
        await scheduler.PauseTriggerGroups(GroupMatcher<TriggerKey>.GroupEquals("matinee"));
        await scheduler.Start();
        await scheduler.TriggerJob(saturn.Key);
        while (Dome.Instance.Performances.Count == 0) await Task.Delay(100);
        Console.WriteLine("the dome is dark");
        await Task.Delay(Timeout.Infinite);
    }
}
