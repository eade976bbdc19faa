using Quartz;
using Quartz.Impl;

namespace Tower;

public class RingBells : IJob
{
    public Task Execute(IJobExecutionContext context) { Keeper.Rung++; return Task.CompletedTask; }
}

public static class Keeper
{
    public static int Rung = 96;
    public static string Name = "Quasimodo";
    public static readonly List<string> Bells = ["Marie", "Emmanuel"];
    public static bool Silent;
    public static void SetSilent(bool silent) => Silent = silent;
}

public static class Program
{
    public static async Task Main()
    {
        IScheduler scheduler = await new StdSchedulerFactory().GetScheduler();
        IJobDetail job = JobBuilder.Create<RingBells>().WithIdentity("ring", "cathedral").WithDescription("Noon and midnight").UsingJobData("strokes", 12).Build();
        ITrigger trigger = TriggerBuilder.Create().WithIdentity("noon", "cathedral").WithPriority(7).WithCronSchedule("0 0 12 1 1 ? 2031").Build();
        await scheduler.ScheduleJob(job, trigger);
        await scheduler.Start();
        Console.WriteLine("scheduled");
        await Task.Delay(-1);
    }
}
