using System.Collections.Concurrent;
using System.Threading.Tasks.Dataflow;
using FluentValidation;

namespace Parcels;

/// <summary>Takes parcels in, has them checked and put on the cages of their zones.</summary>
public sealed class Depot
{
    private readonly IValidator<Parcel> _rules = new ParcelRules();
    private readonly BufferBlock<Parcel> _intake;
    private readonly TransformBlock<Parcel, Parcel?> _check;
    private readonly ActionBlock<Parcel?> _sort;
    private readonly ConcurrentDictionary<string, List<Parcel>> _cages = new();
    private readonly List<Rejection> _rejected = [];
    private readonly string _foreman;
    private decimal _takings;
    private int _handled;
    private bool _beltRunning = true;

    public Depot(string foreman)
    {
        _foreman = foreman;
        _intake = new BufferBlock<Parcel>(new DataflowBlockOptions { BoundedCapacity = 200 });
        _check = new TransformBlock<Parcel, Parcel?>(Check);
        _sort = new ActionBlock<Parcel?>(Sort);
        _intake.LinkTo(_check);
        _check.LinkTo(_sort);
    }

    public int Handled => Volatile.Read(ref _handled);

    public Task Accept(string code, string receiver, double kilos, string zone) =>
        _intake.SendAsync(new Parcel(code, receiver, kilos, Zone.FromName(zone, ignoreCase: true)));

    public void StopBelt() => _beltRunning = false;

    public void StartBelt() => _beltRunning = true;

    public int Dispatch(string zone)
    {
        if (!_cages.TryRemove(Zone.FromName(zone, ignoreCase: true).Name, out var cage)) return 0;
        return cage.Count;
    }

    public void Forgive(string code)
    {
        lock (_rejected) _rejected.RemoveAll(one => one.Code == code);
    }

    public string Report()
    {
        var cages = _cages.Select(cage => $"{cage.Key}: {string.Join(", ", cage.Value)}");
        lock (_rejected)
            return $"{_foreman}, belt {(_beltRunning ? "on" : "off")}, {_handled} handled, {_takings} taken\n{string.Join("\n", cages)}\nrejected: {string.Join(", ", _rejected)}";
    }

    private Parcel? Check(Parcel parcel)
    {
        var result = _rules.Validate(parcel);
        if (result.IsValid) return parcel;
        lock (_rejected) _rejected.Add(new Rejection(parcel.Code, result.Errors[0].ErrorMessage));
        return null;
    }

    private void Sort(Parcel? parcel)
    {
        Interlocked.Increment(ref _handled);
        if (parcel is null) return;
        _cages.GetOrAdd(parcel.Zone.Name, _ => []).Add(parcel);
        _takings += parcel.Postage;
    }
}
