using System;

namespace Substrate.Payload;

/// <summary>Made of packages/core/node-wire.json by its scripts/native-sources.mjs: change it there.</summary>
public static class Wire
{
    public static ReadOnlySpan<byte> Name => "\"n\":"u8;
    public static ReadOnlySpan<byte> Id => "\"i\":"u8;
    public static ReadOnlySpan<byte> Type => "\"t\":"u8;
    public static ReadOnlySpan<byte> Label => "\"c\":"u8;
    public static ReadOnlySpan<byte> Shown => "\"h\":"u8;
    public static ReadOnlySpan<byte> Secret => "\"r\":"u8;
    public static ReadOnlySpan<byte> Literal => "\"q\":"u8;
    public static ReadOnlySpan<byte> Fixed => "\"k\":"u8;
    public static ReadOnlySpan<byte> Shared => "\"u\":"u8;
    public static ReadOnlySpan<byte> Recent => "\"g\":"u8;
    public static ReadOnlySpan<byte> Foreign => "\"w\":"u8;
    public static ReadOnlySpan<byte> Size => "\"z\":"u8;
    public static ReadOnlySpan<byte> Length => "\"e\":"u8;
    public static ReadOnlySpan<byte> Part => "\"p\":"u8;
    public static ReadOnlySpan<byte> From => "\"f\":"u8;
    public static ReadOnlySpan<byte> Address => "\"a\":"u8;
    public static ReadOnlySpan<byte> Source => "\"s\":"u8;
    public static ReadOnlySpan<byte> Library => "\"b\":"u8;
    public static ReadOnlySpan<byte> Value => "\"v\":"u8;
    public static ReadOnlySpan<byte> Object => "\"o\":"u8;
    public static ReadOnlySpan<byte> Map => "\"m\":"u8;
    public static ReadOnlySpan<byte> List => "\"l\":"u8;
    public static ReadOnlySpan<byte> Omitted => "\"x\":"u8;
    public static ReadOnlySpan<byte> Bytes => "\"y\":"u8;
    public const int Depth = 64;
}

public static class WireWords
{
    public static ReadOnlySpan<byte> Of(Omission one) => one switch
    {
        Omission.Budget => "\"budget\""u8,
        Omission.Depth => "\"depth\""u8,
        Omission.Getter => "\"getter\""u8,
        Omission.Threw => "\"threw\""u8,
        Omission.Changing => "\"changing\""u8,
        Omission.Binary => "\"binary\""u8,
        _ => "\"unreachable\""u8,
    };

    public static ReadOnlySpan<byte> Of(Source one) => one switch
    {
        Source.Store => "\"store\""u8,
        Source.Component => "\"component\""u8,
        Source.Global => "\"global\""u8,
        Source.Module => "\"module\""u8,
        Source.Closure => "\"closure\""u8,
        Source.Dom => "\"dom\""u8,
        Source.Window => "\"window\""u8,
        Source.Tabs => "\"tabs\""u8,
        Source.Bean => "\"bean\""u8,
        Source.Mbean => "\"mbean\""u8,
        Source.Static => "\"static\""u8,
        Source.Instance => "\"instance\""u8,
        Source.Endpoint => "\"endpoint\""u8,
        Source.Cache => "\"cache\""u8,
        Source.Task => "\"task\""u8,
        Source.Thread => "\"thread\""u8,
        _ => "\"process\""u8,
    };
}

public enum Omission : byte { None, Budget, Depth, Getter, Threw, Changing, Binary, Unreachable }

public enum Source : byte { Store, Component, Global, Module, Closure, Dom, Window, Tabs, Bean, Mbean, Static, Instance, Endpoint, Cache, Task, Thread, Process }
