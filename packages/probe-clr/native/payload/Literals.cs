using System;

namespace Substrate.Payload;

/// <summary>
/// What the generation of an object tells. A text that stands as a literal in the program lies in the frozen heap, which no collection visits, and what was made or
/// came from outside does not: tried on two texts of our own; where that fails nothing is said. What lived through two collections of more than the
/// youngest is old: once there were two, what is not came after the first of them.
/// </summary>
public static class Literals
{
    public enum Known : byte { Not, Literal, Made }

    private static readonly bool s_isTold = GC.GetGeneration("a text of the payload's own") == int.MaxValue && GC.GetGeneration(new string('x', 3)) != int.MaxValue;

    public static Known Of(string text) => !s_isTold ? Known.Not : GC.GetGeneration(text) == int.MaxValue ? Known.Literal : Known.Made;

    private static int s_inBackground;

    public static bool TellsAge => GC.CollectionCount(1) - s_inBackground >= 2;

    /// <summary>One was made in the background: nothing is older for it.</summary>
    public static void NoteBackground() => s_inBackground++;

    public static bool IsRecent(object one) => GC.GetGeneration(one) < 2;
}
