namespace MailWorker;

public enum MailPriority { Low, Normal, Urgent }

public sealed record Mail(int Id, string To, string Subject, MailPriority Priority);

public sealed class MailQueue
{
    private readonly Queue<Mail> _pending = new();
    private readonly object _gate = new();
    private int _lastId;

    public int Delivered { get; private set; }
    public bool Paused { get; set; } = true;
    public Mail? LastDelivered { get; private set; }

    public int Enqueue(string to, string subject, MailPriority priority = MailPriority.Normal)
    {
        lock (_gate)
        {
            _pending.Enqueue(new Mail(++_lastId, to, subject, priority));
            return _lastId;
        }
    }

    /// <summary>Delivers everything that waits, and returns how many that were.</summary>
    public int Drain()
    {
        var count = 0;
        while (DeliverNext()) count++;
        return count;
    }

    internal bool DeliverNext()
    {
        lock (_gate)
        {
            if (!_pending.TryDequeue(out var mail)) return false;
            LastDelivered = mail;
            Delivered++;
            return true;
        }
    }
}
