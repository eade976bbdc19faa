using Ardalis.SmartEnum;
using FluentValidation;

namespace Parcels;

public sealed class Zone : SmartEnum<Zone>
{
    public static readonly Zone City = new(nameof(City), 1, 4.20m);
    public static readonly Zone Country = new(nameof(Country), 2, 6.75m);
    public static readonly Zone Island = new(nameof(Island), 3, 11.50m);

    public decimal Rate { get; }

    private Zone(string name, int value, decimal rate) : base(name, value) => Rate = rate;
}

public sealed record Parcel(string Code, string Receiver, double Kilos, Zone Zone)
{
    public decimal Postage => Zone.Rate + (decimal)Kilos * 0.5m;
}

public sealed record Rejection(string Code, string Reason);

public sealed class ParcelRules : AbstractValidator<Parcel>
{
    public ParcelRules()
    {
        RuleFor(parcel => parcel.Receiver).NotEmpty().WithMessage("No receiver");
        RuleFor(parcel => parcel.Kilos).LessThanOrEqualTo(30).WithMessage("Too heavy for the belt");
    }
}
