using AngleSharp;
using AngleSharp.Dom;
using AngleSharp.Html.Dom;
using AngleSharp.Html.Parser;

/// <summary>The notice board of a house: what hangs there is a page, held as AngleSharp's document.</summary>
public sealed class Noticeboard
{
    private const string Empty = """
        <!doctype html>
        <html lang="en">
          <head><title>Notices of Tannery Court</title></head>
          <body>
            <header><h1 id="heading">Tannery Court, stair B</h1><p id="caretaker"></p></header>
            <main id="board"></main>
            <footer>Heating is read on <time id="reading" datetime="2026-12-03">3 December</time></footer>
          </body>
        </html>
        """;

    private readonly IHtmlDocument _page = new HtmlParser().ParseDocument(Empty);
    private readonly List<string> _taken = [];
    private string _caretaker = "";
    private int _pinned;

    public Noticeboard() => AppointCaretaker("Radmila Kos");

    private IElement Board => _page.GetElementById("board")!;

    public void PinNotice(string id, string author, string text, int days)
    {
        IElement notice = _page.CreateElement("article");
        notice.Id = id;
        notice.SetAttribute("data-days", days.ToString());
        IElement by = _page.CreateElement("cite");
        by.TextContent = author;
        IElement body = _page.CreateElement("p");
        body.TextContent = text;
        notice.Append(by, body);
        Board.AppendChild(notice);
        _pinned++;
    }

    public void UnpinNotice(string id)
    {
        if (_page.GetElementById(id) is not { } notice) return;
        _taken.Add(notice.QuerySelector("p")!.TextContent);
        notice.Remove();
    }

    public void MarkUrgent(string id) => _page.GetElementById(id)?.ClassList.Add("urgent");

    public void Reword(string id, string text)
    {
        if (_page.GetElementById(id)?.QuerySelector("p") is { } body) body.TextContent = text;
    }

    public void Rename(string heading) => _page.GetElementById("heading")!.TextContent = heading;

    public void AppointCaretaker(string name)
    {
        _caretaker = name;
        _page.GetElementById("caretaker")!.TextContent = $"Caretaker: {name}";
    }

    public string Print() => _page.Body!.ToHtml();
}
