namespace Lighthouse;

public interface IRequest<TAnswer>;

public interface IRequestHandler<TRequest, TAnswer> where TRequest : IRequest<TAnswer>
{
    Task<TAnswer> Handle(TRequest request, CancellationToken stop);
}

public record LogShip(string Name, double Miles) : IRequest<int>;
public record ForgetShip(string Name) : IRequest<bool>;
public record DimLamp(int Percent) : IRequest<int>;
public record SoundHorn(int Blasts) : IRequest<string>;

public interface ISender
{
    Task<TAnswer> Send<TAnswer>(IRequest<TAnswer> request, CancellationToken stop = default);
}

/// <summary>Finds the handler of a request in the container.</summary>
public class Sender(IServiceProvider services) : ISender
{
    public Task<TAnswer> Send<TAnswer>(IRequest<TAnswer> request, CancellationToken stop = default)
    {
        Type contract = typeof(IRequestHandler<,>).MakeGenericType(request.GetType(), typeof(TAnswer));
        object handler = services.GetRequiredService(contract);
        return (Task<TAnswer>)contract.GetMethod("Handle")!.Invoke(handler, [request, stop])!;
    }
}
