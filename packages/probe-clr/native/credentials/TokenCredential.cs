using System.Threading;
using System.Threading.Tasks;

namespace Azure.Core;

// The library that reads runtimes names these where it would log in to a symbol server. The reader asks no server for anything, so the names
// are all that it needs, and not the three megabytes that stand behind them.

public struct AccessToken { }

public readonly struct TokenRequestContext { }

public abstract class TokenCredential
{
    public abstract AccessToken GetToken(TokenRequestContext context, CancellationToken cancellation);

    public abstract ValueTask<AccessToken> GetTokenAsync(TokenRequestContext context, CancellationToken cancellation);
}
