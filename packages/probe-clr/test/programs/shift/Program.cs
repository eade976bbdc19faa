using Quartz;

namespace Shift;

public sealed class Report : IJob
{
    public static int Written;

    public ValueTask Execute(IJobExecutionContext context, CancellationToken cancellation)
    {
        Interlocked.Increment(ref Written);
        return ValueTask.CompletedTask;
    }
}

/// <summary>What runs when is the scheduler's to know, and only its own methods hold it up or set it off.</summary>
public sealed class Night(IScheduler scheduler)
{
    private readonly IScheduler plan = scheduler;

    public bool IsLong => plan != null;
}

public static class Program
{
    public static Night Night = null!;

    public static async Task Main()
    {
        IScheduler scheduler = await QuartzSchedulerBuilder.Create(_ => { }).BuildScheduler();
        await scheduler.Start();
        IJobDetail job = JobBuilder.Create<Report>().WithIdentity("report").Build();
        await scheduler.ScheduleJob(job, TriggerBuilder.Create().WithIdentity("early").WithCronSchedule("0 0 5 1 1 ?").Build());
        Night = new Night(scheduler);
        Console.WriteLine("ready");
        await Task.Delay(-1);
    }
}
