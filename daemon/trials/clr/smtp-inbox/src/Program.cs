using System.Net;
using System.Net.Sockets;

var server = new PostServer("post.harbour.example", int.Parse(args[0]), 45_000);
Console.WriteLine("listening");
await server.Listen();

public sealed record Letter(string Sender, List<string> Recipients, string Subject, string Text, int Size);

public sealed class Inbox
{
    public List<Letter> Letters { get; } = [];
    public int Refused { get; set; }
}

/// <summary>As much of SMTP as a letter needs.</summary>
public sealed class PostServer(string serverName, int port, int maxMessageSize)
{
    private readonly Inbox inbox = new();
    private readonly TcpListener listener = new(IPAddress.Loopback, port);

    public async Task Listen()
    {
        listener.Start();
        while (true) _ = Serve(await listener.AcceptTcpClientAsync());
    }

    private async Task Serve(TcpClient client)
    {
        using var reader = new StreamReader(client.GetStream());
        await using var writer = new StreamWriter(client.GetStream()) { NewLine = "\r\n", AutoFlush = true };
        await writer.WriteLineAsync($"220 {serverName}");
        var (sender, recipients) = ("", new List<string>());
        while (await reader.ReadLineAsync() is { } line)
        {
            if (line.StartsWith("MAIL FROM:")) (sender, recipients) = (User(line), []);
            if (line.StartsWith("RCPT TO:")) recipients.Add(User(line));
            if (line != "DATA") await writer.WriteLineAsync("250 fine");
            else
            {
                await writer.WriteLineAsync("354 go on");
                var lines = new List<string>();
                while (await reader.ReadLineAsync() is { } next && next != ".") lines.Add(next);
                await writer.WriteLineAsync(Take(sender, recipients, lines) ? "250 kept" : "550 no");
            }
        }
    }

    private bool Take(string sender, List<string> recipients, List<string> lines)
    {
        var subject = lines.First(one => one.StartsWith("Subject: "))[9..];
        var text = string.Join("\n", lines.SkipWhile(one => one != "").Skip(1));
        var size = lines.Sum(one => one.Length + 2);
        if (subject == "spam" || size > maxMessageSize)
        {
            inbox.Refused++;
            return false;
        }
        inbox.Letters.Add(new Letter(sender, recipients, subject, text, size));
        return true;
    }

    private static string User(string line) => line[(line.IndexOf('<') + 1)..line.IndexOf('@')];
}
