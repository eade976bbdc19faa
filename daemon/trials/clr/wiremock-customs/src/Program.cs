using WireMock.RequestBuilders;
using WireMock.ResponseBuilders;
using WireMock.Server;

var server = WireMockServer.Start(int.Parse(args[0]));
server.Given(Request.Create().WithPath("/parcels/8").UsingGet()).WithTitle("held parcel").AtPriority(4)
    .RespondWith(Response.Create().WithStatusCode(409).WithHeader("X-Office", "Basel").WithBody("held at the border"));
server.Given(Request.Create().WithPath("/duty").UsingPost()).InScenario("payment").WillSetStateTo("paid")
    .RespondWith(Response.Create().WithStatusCode(202).WithBody("thank you"));
using var client = new HttpClient();
await client.GetAsync($"http://localhost:{args[0]}/parcels/8");
await client.PostAsync($"http://localhost:{args[0]}/duty", new StringContent("12.50 CHF"));
Console.WriteLine("asked");
await Task.Delay(-1);
