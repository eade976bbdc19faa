using Microsoft.AspNetCore.Mvc;

namespace TodoApi;

public record Review(string Sku, int Stars, string Text);

public sealed class ReviewBook
{
    public List<Review> All { get; } = [new Review("tea", 5, "Keeps me awake.")];
}

/// <summary>Made anew for every request.</summary>
public sealed class ReviewDesk(ReviewBook book)
{
    public Review? Latest(string sku) => book.All.FindLast(review => review.Sku == sku);

    public int Accept(Review review)
    {
        if (review.Stars is < 1 or > 5) throw new ArgumentException("A review has one to five stars.");
        book.All.Add(review);
        return book.All.Count;
    }
}

[ApiController]
public sealed class ReviewsController(ReviewDesk desk) : ControllerBase
{
    [HttpGet("reviews/{sku}")]
    public ActionResult<Review> Latest(string sku) => desk.Latest(sku) is { } review ? review : NotFound();

    [HttpPost("reviews")]
    public async Task<IActionResult> Write(Review review)
    {
        await Task.Yield();
        return Ok(desk.Accept(review));
    }
}
