using System;
using System.Collections.Generic;

namespace Substrate.Payload;

/// <summary>Which label belongs to which widget: the one that says so, else the one that stands right beside or above it, in the same container.</summary>
public sealed class Captions(Binding binding)
{
    private readonly record struct Place(object Widget, bool IsLabel, double X, double Y, double Width, double Height)
    {
        public bool IsKnown => Width > 1 && Height > 1;
        public double Right => X + Width;
        public double Bottom => Y + Height;
        /// <summary>In one line: each begins above the other's end.</summary>
        public bool IsBeside(in Place other) => Y < other.Bottom && other.Y < Bottom;
    }

    private readonly Dictionary<object, object> _labelOf = new(ReferenceEqualityComparer.Instance);
    private readonly HashSet<object> _labels = new(ReferenceEqualityComparer.Instance);

    public bool IsCaption(object label) => _labels.Contains(label);

    public object? Of(object widget) => _labelOf.GetValueOrDefault(widget);

    public void Forget()
    {
        _labelOf.Clear();
        _labels.Clear();
    }

    public void Read(IReadOnlyList<object> children, Predicate<object> isLabel, Predicate<object> takesOne)
    {
        var places = new List<Place>();
        foreach (object child in children) places.Add(PlaceOf(child, isLabel(child)));
        foreach (Place one in places)
            if (one.IsLabel && binding.Get(one.Widget, "MnemonicWidget") is { } said && !ReferenceEquals(said, one.Widget)) Take(one.Widget, said);
        for (int i = 0; i < places.Count; i++)
        {
            Place one = places[i];
            if (one.IsLabel || _labelOf.ContainsKey(one.Widget) || !takesOne(one.Widget)) continue;
            // What was never laid out stands in the order in which it was put there.
            Place? beside = one.IsKnown ? Nearest(places, one) : i > 0 ? places[i - 1] : null;
            if (beside is { IsLabel: true } label && !_labels.Contains(label.Widget)) Take(label.Widget, one.Widget);
        }
    }

    private void Take(object label, object widget)
    {
        _labelOf[widget] = label;
        _labels.Add(label);
    }

    /// <summary>What comes before it in its line, else above it.</summary>
    private static Place? Nearest(List<Place> places, Place of)
    {
        Place? nearest = null;
        foreach (Place one in places)
            if (one.IsKnown && one.IsBeside(of) && one.Right <= of.X + 1 && (nearest is not { } best || one.Right > best.Right)) nearest = one;
        if (nearest != null) return nearest;
        foreach (Place one in places)
            if (one.IsKnown && one.X < of.Right && of.X < one.Right && one.Bottom <= of.Y + 1 && (nearest is not { } best || one.Bottom > best.Bottom)) nearest = one;
        return nearest;
    }

    private Place PlaceOf(object widget, bool isLabel)
    {
        object? area = binding.Get(widget, "Allocation");
        double Part(string name) => area?.GetType().GetField(name)?.GetValue(area) is int part ? part : 0;
        return new Place(widget, isLabel, Part("X"), Part("Y"), Part("Width"), Part("Height"));
    }
}
