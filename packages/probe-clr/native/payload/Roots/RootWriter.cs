namespace Substrate.Payload;

/// <summary>
/// Roots as the core package's `node-wire.ts` reads them: those that read otherwise than when they were last told, and for the others how many follow the one told last, or
/// their address. What is not told is gone.
/// </summary>
public sealed class RootWriter(Walker walker)
{
    private Utf8Buffer _json = new();
    private int _start, _run, _next, _place;

    public void Begin(Utf8Buffer json)
    {
        _json = json;
        json.Raw((byte)'[');
        _start = json.Length;
        _run = _next = _place = 0;
    }

    /// <summary>Told as it was.</summary>
    public void Keep(Root root)
    {
        if (root.SentAt == _next) _run++;
        else
        {
            Item();
            _json.String(root.Address);
        }
        Told(root);
    }

    public void Write(Root root)
    {
        int start = _json.Length, run = _run;
        Item();
        int body = _json.Length;
        walker.Write(_json, root);
        ulong hash = _json.HashFrom(body);
        if (root.SentAt >= 0 && hash == root.SentHash)
        {
            _json.CutTo(start);
            _run = run;
            Keep(root);
            return;
        }
        root.SentHash = hash;
        Told(root);
    }

    public void End()
    {
        Flush();
        _json.Raw((byte)']');
    }

    private void Told(Root root)
    {
        if (root.SentAt >= 0) _next = root.SentAt + 1;
        root.SentAt = _place++;
    }

    private void Item()
    {
        Flush();
        if (_json.Length > _start) _json.Raw((byte)',');
    }

    private void Flush()
    {
        if (_run == 0) return;
        if (_json.Length > _start) _json.Raw((byte)',');
        _json.Number(_run);
        _run = 0;
    }
}
