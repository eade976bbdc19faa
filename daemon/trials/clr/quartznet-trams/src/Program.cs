using Quartz;
using Quartz.Impl;

var scheduler = await new StdSchedulerFactory(new System.Collections.Specialized.NameValueCollection
{
    ["quartz.scheduler.instanceName"] = "Depot",
    ["quartz.threadPool.maxConcurrency"] = "4",
}).GetScheduler();
await scheduler.ScheduleJob(
    JobBuilder.Create<Depart>().WithIdentity("line-12", "morning").WithDescription("First tram to the lake").UsingJobData("driver", "Beatriz").UsingJobData("seats", 72).Build(),
    TriggerBuilder.Create().WithIdentity("early").WithCronSchedule("0 15 5 * * ?").Build());
await scheduler.ScheduleJob(
    JobBuilder.Create<Depart>().WithIdentity("line-3", "night").WithDescription("Round the ring").UsingJobData("driver", "Tomasz").UsingJobData("seats", 54).Build(),
    TriggerBuilder.Create().WithIdentity("often").WithSimpleSchedule(one => one.WithIntervalInSeconds(1).WithRepeatCount(2)).StartNow().Build());
await scheduler.ScheduleJob(
    JobBuilder.Create<Depart>().WithIdentity("line-77", "night").WithDescription("Museum tram").UsingJobData("driver", "Ludmila").Build(),
    TriggerBuilder.Create().WithIdentity("sundays").WithCronSchedule("0 0 14 ? * SUN").Build());
await scheduler.PauseTrigger(new TriggerKey("sundays"));
await scheduler.Start();
while (Depart.Departed < 3) await Task.Delay(100);
Console.WriteLine("three departed");
await Task.Delay(Timeout.Infinite);

public sealed class Depart : IJob
{
    public static int Departed;
    public static string LastDriver = "";

    public ValueTask Execute(IJobExecutionContext context, CancellationToken cancellation)
    {
        LastDriver = context.MergedJobDataMap.GetString("driver")!;
        Interlocked.Increment(ref Departed);
        return default;
    }
}
