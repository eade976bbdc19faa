using System;

namespace Substrate.Payload;

/// <summary>What must not leave the process: texts whose name, or whose own look, says secret.</summary>
public static class Secrets
{
    private static readonly string[] Words =
    [
        "password", "passwd", "passphrase", "pwd", "secret", "apikey", "accesskey", "privatekey", "signingkey", "encryptionkey", "credential",
        "connectionstring", "authorization", "sessionkey", "licensekey", "accesstoken", "refreshtoken", "authtoken", "idtoken", "bearertoken", "sessioncookie",
    ];

    /// <summary>Words that say secret only at the end of a name: a tokenizer is none.</summary>
    private static readonly string[] LastWords = ["token", "tokens", "cookie", "cookies", "bearer", "pincode", "cvv", "cvc"];

    /// <summary>`apiKey`, `api_key` and `API-KEY` are one word.</summary>
    public static bool IsSecretName(string? name)
    {
        if (name == null || name.Length is < 3 or > 128) return false;
        Span<char> letters = stackalloc char[name.Length];
        int count = 0;
        foreach (char one in name)
            if (char.IsAsciiLetter(one)) letters[count++] = (char)(one | 0x20);
        ReadOnlySpan<char> word = letters.Slice(0, count);
        foreach (string secret in Words)
            if (word.IndexOf(secret) >= 0) return true;
        foreach (string secret in LastWords)
            if (word.EndsWith(secret)) return true;
        return false;
    }

    public static bool LooksSecret(ReadOnlySpan<char> text)
    {
        if (text.Length < 16) return false;
        if (text.StartsWith("eyJ") && text.IndexOf('.') is > 8 and int dot && text.Slice(dot + 1).IndexOf('.') >= 0 && text.IndexOf(' ') < 0) return true;
        if (text.StartsWith("-----BEGIN") && text.IndexOf("PRIVATE KEY") >= 0) return true;
        if (text.StartsWith("Bearer ", StringComparison.OrdinalIgnoreCase) || text.StartsWith("Basic ") && text.Slice(6).IndexOf(' ') < 0) return true;
        if (text.IndexOf('=') > 0 && (text.Contains("Password=", StringComparison.OrdinalIgnoreCase) || text.Contains("Pwd=", StringComparison.OrdinalIgnoreCase)
            || text.Contains("AccountKey=", StringComparison.OrdinalIgnoreCase) || text.Contains("SharedAccessKey=", StringComparison.OrdinalIgnoreCase))) return true;
        int scheme = text.IndexOf("://");
        if (scheme is <= 0 or > 20) return false;
        ReadOnlySpan<char> rest = text.Slice(scheme + 3);
        int at = rest.IndexOf('@'), slash = rest.IndexOf('/'), colon = rest.IndexOf(':');
        return at >= 0 && colon >= 0 && colon < at && (slash < 0 || at < slash);
    }
}
