using System.Globalization;
using FluentValidation;
using FluentValidation.Results;

var desk = new Desk();
while (Console.ReadLine() is { } line) Console.WriteLine(desk.Take(line));
Thread.Sleep(Timeout.Infinite);

public enum Method { Rod, Net, Trap }

public sealed class Application
{
    public string Angler { get; set; } = "";
    public string Water { get; set; } = "";
    public Method Method { get; set; }
    public int Days { get; set; }
    public decimal Fee { get; set; }
}

public sealed record Permit(int Number, Application Application, bool Stamped);

public sealed record Refusal(string Angler, List<ValidationFailure> Failures);

/// <summary>What the fishery asks of an application.</summary>
public sealed class ApplicationRules : AbstractValidator<Application>
{
    public ApplicationRules(Desk desk)
    {
        RuleFor(one => one.Angler).NotEmpty().WithMessage("Who wants to fish?");
        RuleFor(one => one.Water).Must(desk.IsOpen).WithMessage("That water is closed");
        RuleFor(one => one.Days).InclusiveBetween(1, 14).WithMessage("One day to a fortnight");
        RuleFor(one => one.Fee).GreaterThanOrEqualTo(12.5m).WithMessage("The fee is twelve and a half").WithErrorCode("fee-too-low");
        RuleFor(one => one.Method).NotEqual(Method.Net).WithSeverity(Severity.Warning).WithMessage("Nets are frowned upon");
    }
}

public sealed class Desk
{
    private readonly ApplicationRules _rules;
    private readonly List<Permit> _permits = [];
    private readonly List<Refusal> _refusals = [];
    private readonly HashSet<string> _openWaters = ["Alder beck", "Mill tarn", "Lower Wend"];
    private int _nextNumber = 501;

    public Desk() => _rules = new ApplicationRules(this);

    public string Warden { get; private set; } = "Caspar Dunlin";
    public decimal Takings { get; private set; }

    public bool IsOpen(string water) => _openWaters.Contains(water);

    public bool Apply(string angler, string water, Method method, int days, decimal fee)
    {
        var application = new Application { Angler = angler, Water = water, Method = method, Days = days, Fee = fee };
        ValidationResult result = _rules.Validate(application);
        if (result.Errors.Any(one => one.Severity == Severity.Error))
        {
            _refusals.Add(new Refusal(angler, result.Errors));
            return false;
        }
        _permits.Add(new Permit(_nextNumber++, application, false));
        Takings += fee;
        return true;
    }

    public void StampPermit(int number)
    {
        int at = _permits.FindIndex(one => one.Number == number);
        if (at >= 0) _permits[at] = _permits[at] with { Stamped = true };
    }

    public void RevokePermit(int number) => _permits.RemoveAll(one => one.Number == number);

    public void OpenWater(string water) => _openWaters.Add(water);

    public void CloseWater(string water) => _openWaters.Remove(water);

    public void AppointWarden(string name) => Warden = name;

    public string Take(string line)
    {
        string[] words = line.Split('|');
        switch (words[0])
        {
            case "apply":
                return Apply(words[1], words[2], Enum.Parse<Method>(words[3]), int.Parse(words[4]), decimal.Parse(words[5], CultureInfo.InvariantCulture)) ? "granted" : "refused";
            case "stamp": StampPermit(int.Parse(words[1])); break;
            case "revoke": RevokePermit(int.Parse(words[1])); break;
            case "open": OpenWater(words[1]); break;
            case "close": CloseWater(words[1]); break;
            case "warden": AppointWarden(words[1]); break;
        }
        return $"done {words[0]}";
    }
}
