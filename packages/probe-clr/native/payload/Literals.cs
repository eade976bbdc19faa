using System;

namespace Substrate.Payload;

/// <summary>
/// Whether a text stands as a literal in the program: such texts lie in the frozen heap, which no collection visits, and what was made or
/// came from outside does not. Tried on two texts of our own; where that fails nothing is said.
/// </summary>
public static class Literals
{
    public enum Known : byte { Not, Literal, Made }

    private static readonly bool s_isTold = GC.GetGeneration("a text of the payload's own") == int.MaxValue && GC.GetGeneration(new string('x', 3)) != int.MaxValue;

    public static Known Of(string text) => !s_isTold ? Known.Not : GC.GetGeneration(text) == int.MaxValue ? Known.Literal : Known.Made;
}
