using Microsoft.AspNetCore.Mvc;

namespace Huts;

[ApiController]
[Route("huts")]
public sealed class HutsController(HutRegistry huts, Ledger ledger) : ControllerBase
{
    [HttpGet("/ledger")]
    public string Income() => ledger.ToString();

    [HttpGet("{hut}")]
    public string Describe(string hut) => huts[hut].ToString();

    [HttpPost("{hut}")]
    public void Open(string hut, [FromQuery] string warden, [FromQuery] int beds) => huts.Open(hut, warden, beds);

    [HttpPut("{hut}/warden/{warden}")]
    public Task Relieve(string hut, string warden) => huts[hut].Relieve(warden);

    [HttpPost("{hut}/guests")]
    public Task CheckIn(string hut, [FromQuery] string name, [FromQuery] int nights, [FromQuery] string meal) => huts[hut].CheckIn(name, nights, meal);

    [HttpDelete("{hut}/guests/{name}")]
    public Task CheckOut(string hut, string name) => huts[hut].CheckOut(name);

    [HttpPost("{hut}/firewood/{firewood}")]
    public Task StockUp(string hut, int firewood) => huts[hut].StockUp(firewood);

    [HttpPut("{hut}/weather/{weather}")]
    public Task SetWeather(string hut, string weather) => huts[hut].SetWeather(weather);
}
