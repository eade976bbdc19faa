using Markdig;
using Markdig.Extensions.TaskLists;
using Markdig.Syntax;
using Markdig.Syntax.Inlines;

var builder = WebApplication.CreateBuilder();
builder.Logging.ClearProviders();
builder.WebHost.UseUrls($"http://127.0.0.1:{args[0]}");
builder.Services.AddSingleton(new Handbook("Ravensteig Hut"));
var app = builder.Build();

app.MapGet("/", (Handbook handbook) => handbook.Tell());
app.MapPut("/pages/{name}", async (Handbook handbook, string name, string editor, HttpRequest request) => handbook.Write(name, editor, await new StreamReader(request.Body).ReadToEndAsync()));
app.MapDelete("/pages/{name}", (Handbook handbook, string name) => handbook.Remove(name));
app.MapPost("/pages/{name}/pin", (Handbook handbook, string name) => handbook.Pin(name));
app.MapPost("/pages/{name}/comments", (Handbook handbook, string name, string guest, string text) => handbook.Comment(name, guest, text));
app.MapPost("/season", (Handbook handbook, string season, int beds) => handbook.Open(season, beds));
app.Lifetime.ApplicationStarted.Register(() => Console.WriteLine("the hut is open"));
app.Run();

public sealed record Comment(string Guest, string Text);

/** A page as it was written last, and what was made of it. */
public sealed class Page(string editor, int revision, MarkdownDocument document)
{
    public string Editor { get; } = editor;
    public int Revision { get; } = revision;
    public MarkdownDocument Document { get; } = document;
    public List<string> Headings { get; } = [.. document.Descendants<HeadingBlock>().Select(one => string.Concat(one.Inline!.Descendants<LiteralInline>().Select(text => text.Content)))];
    public List<string> Links { get; } = [.. document.Descendants<LinkInline>().Where(one => !one.IsImage).Select(one => one.Url!)];
    public int Undone { get; } = document.Descendants<TaskList>().Count(one => !one.Checked);
    public List<Comment> Comments { get; init; } = [];
}

/** The handbook of a mountain hut, whose pages the wardens write. */
public sealed class Handbook(string hut)
{
    private readonly MarkdownPipeline pipeline = new MarkdownPipelineBuilder().UsePipeTables().UseTaskLists().UseAutoIdentifiers().Build();
    private readonly SortedDictionary<string, Page> pages = [];
    private string? pinned;
    private string season = "closed";
    private int beds;

    public int Write(string name, string editor, string text)
    {
        var before = pages.GetValueOrDefault(name);
        pages[name] = new Page(editor, (before?.Revision ?? 0) + 1, Markdown.Parse(text, pipeline)) { Comments = before?.Comments ?? [] };
        return pages[name].Revision;
    }

    public bool Remove(string name) => pages.Remove(name);

    public void Pin(string name) => pinned = name;

    public void Comment(string name, string guest, string text) => pages[name].Comments.Add(new Comment(guest, text));

    public void Open(string season, int beds) => (this.season, this.beds) = (season, beds);

    public object Tell() => new
    {
        hut,
        pinned,
        season,
        beds,
        pages = pages.ToDictionary(one => one.Key, one => new { one.Value.Editor, one.Value.Revision, one.Value.Headings, one.Value.Links, one.Value.Undone, one.Value.Comments }),
    };
}
