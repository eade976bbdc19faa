using System;
using System.Collections;
using System.Collections.Generic;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Text;

namespace Substrate.Payload;

/// <summary>
/// Decides once per type how it is read. Only exact framework types are enumerated: a class derived from one may override its enumerator,
/// and reading must not run application code; such a class is read by the fields of its base.
/// </summary>
public sealed class Planner(Origins origins)
{
    private const BindingFlags Declared = BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly;
    private readonly Dictionary<Type, TypePlan> _plans = new();
    private readonly ConditionalWeakTable<Type, TypePlan> _collectible = new();

    public Origins Origins => origins;

    public int Turns { get; set; }

    /// <summary>Whether objects of a library's type stand for native ones: what it keeps in their fields is none of what they show.</summary>
    public Func<Type, bool> IsNative { get; set; } = _ => false;

    /// <summary>What no plan could be made of.</summary>
    public Failures Failures { get; } = new();

    public TypePlan Of(Type type)
    {
        if (_plans.TryGetValue(type, out TypePlan? plan)) return plan;
        if (type.IsCollectible && _collectible.TryGetValue(type, out plan)) return plan;
        // A stack that overflows ends the process: a chain of types that is too long is left where it gets there.
        if (!RuntimeHelpers.TryEnsureSufficientExecutionStack()) return new TypePlan { Type = type, Form = Form.Left, Origin = Origin.Framework, Name = type.Name };
        plan = Make(type);
        // Registered before its fields are planned: a type may refer to itself.
        if (type.IsCollectible) _collectible.AddOrUpdate(type, plan);
        else _plans[type] = plan;
        try { Complete(plan); }
        catch (Exception e)
        {
            Failures.Add($"The type {plan.Name}", e);
            plan.Form = Form.Left;
        }
        return plan;
    }

    private TypePlan Make(Type type)
    {
        Form form = FormOf(type);
        return new TypePlan { Type = type, Form = form, Origin = origins.Of(type), Name = Names.OfType(type), IsLeaf = form is < Form.Nullable or Form.Bytes or Form.Slice, IsHashed = form is Form.Map or Form.Sequence && Known.IsHashed(type) };
    }

    private static Form FormOf(Type type)
    {
        if (type.IsEnum) return Form.Enum;
        switch (Type.GetTypeCode(type))
        {
            case TypeCode.Boolean: return Form.Bool;
            case TypeCode.Char: return Form.Char;
            case TypeCode.SByte: return Form.I1;
            case TypeCode.Byte: return Form.U1;
            case TypeCode.Int16: return Form.I2;
            case TypeCode.UInt16: return Form.U2;
            case TypeCode.Int32: return Form.I4;
            case TypeCode.UInt32: return Form.U4;
            case TypeCode.Int64: return Form.I8;
            case TypeCode.UInt64: return Form.U8;
            case TypeCode.Single: return Form.R4;
            case TypeCode.Double: return Form.R8;
            case TypeCode.Decimal: return Form.Decimal;
            case TypeCode.DateTime: return Form.DateTime;
            case TypeCode.String: return Form.String;
        }
        if (type.IsPointer || type.IsByRef || type.IsByRefLike || type.IsFunctionPointer || type == typeof(nint) || type == typeof(nuint)) return Form.Left;
        if (typeof(Delegate).IsAssignableFrom(type) || type == typeof(object)) return Form.Left;
        if (type.IsArray) return type == typeof(byte[]) ? Form.Bytes : type.IsSZArray ? Form.Array : type.GetArrayRank() == 2 ? Form.Grid : Form.Left;
        return Known.FormOf(type);
    }

    private void Complete(TypePlan plan)
    {
        Type type = plan.Type;
        switch (plan.Form)
        {
            case Form.Enum: plan.EnumNames = EnumNames(type); break;
            case Form.Array or Form.Grid: PlanElements(plan, type); break;
            case Form.Nullable or Form.Slice or Form.List or Form.Dictionary or Form.Set or Form.Queue or Form.Stack or Form.ConcurrentDictionary or Form.Wrapper or Form.Pair:
                plan.Fields = PickFields(type, Known.FieldsOf(type));
                // What holds one thing and no more may call it otherwise from one version to the next.
                if (plan.Form == Form.Wrapper && plan.Fields.Length == 0 && type.GetFields(Declared) is [{ } only]) plan.Fields = [Plan(only, only.Name, inlined: false)];
                foreach (FieldPlan field in plan.Fields)
                    if (field.Type.IsSZArray) PlanElements(plan, field.Type);
                PlanEntries(plan);
                plan.IsLeaf = plan.Form == Form.Slice || (plan.Form is Form.Nullable or Form.Pair ? AllLeaves(plan.Fields) : plan.Element is { IsLeaf: true });
                // A private layout that is not the known one: enumerate instead, or leave it.
                if (!IsReadable(plan)) plan.Form = !Known.IsExact(type) ? Form.Left : typeof(IDictionary).IsAssignableFrom(type) ? Form.Map : typeof(IEnumerable).IsAssignableFrom(type) ? Form.Sequence : Form.Left;
                break;
            case Form.Text:
                if (type.IsValueType) plan.Box = BoxingOf(type);
                break;
            case Form.DataSet or Form.DataTable or Form.DataRow or Form.DataView or Form.Named or Form.Task:
                plan.Fields = PickFields(type, Known.FieldsOf(type));
                if (plan.Fields.Length == 0) plan.Form = Form.Left;
                break;
            case Form.Chain or Form.ConcurrentQueue:
                PlanChain(plan);
                if (!IsReadable(plan)) plan.Form = Form.Sequence;
                break;
            case Form.Object:
                if (plan.Origin == Origin.Framework && !(plan.IsTelling = RootFinder.IsTelling(type))) plan.Leads = LeadsOf(type);
                if (plan.Origin == Origin.Framework && !Known.IsReadByFields(type) && !(plan.IsBox = IsBox(type))) plan.Form = Form.Left;
                else if (plan.Origin == Origin.Own) plan.Form = Form.Left;
                else if (plan.Origin == Origin.Library && (plan.Packed = Packed.Of(type)) != null) (plan.Form, plan.IsLeaf, plan.Box) = (Form.Text, true, BoxingOf(type));
                else if (plan.Origin == Origin.Library && !(plan.IsBox = !Plumbing.Is(type)) || IsNative(type)) plan.Form = Form.Left;
                else
                {
                    plan.IsTelling |= plan.Origin == Origin.Application && Names.IsSubmission(type);
                    plan.IsDescription = plan.IsBox && HasDescription(type);
                    plan.Case = Unions.CaseOf(type);
                    plan.Fields = Unions.Named(plan.Case, AllFields(type));
                    plan.IsLeaf = AllLeaves(plan.Fields);
                    if (plan.IsBox) plan.Rows = RowNames.Of(type);
                    if (plan is { IsBox: true, Origin: Origin.Library, Rows: null, IsDescription: false } && (plan.Holding = Holding.Of(type, plan.Fields)) != null) plan.Form = Form.Holding;
                }
                break;
        }
    }

    private static Boxing BoxingOf(Type type) => (Boxing)Delegate.CreateDelegate(typeof(Boxing), typeof(Scalars).GetMethod(nameof(Scalars.Box))!.MakeGenericMethod(type));

    /// <summary>A container of the framework over the application's types that has no form of its own: the blocks of a pipeline, a queue by priority.</summary>
    private bool IsBox(Type type) => type.IsConstructedGenericType && !type.IsValueType && Array.Exists(type.GenericTypeArguments, IsOwn) && !Plumbing.Is(type);

    /// <summary>A cache behind a cache; what is made for the runtime's own use leads nowhere.</summary>
    private FieldPlan[] LeadsOf(Type type)
    {
        if (type.Namespace is not { } space || !space.StartsWith("Microsoft.", StringComparison.Ordinal) || Plumbing.Is(type)) return [];
        var leads = new List<FieldPlan>();
        foreach (FieldInfo info in type.GetFields(Declared))
            if (info.FieldType is { IsValueType: false, Namespace: { } held } && held.StartsWith("Microsoft.", StringComparison.Ordinal)) leads.Add(Plan(info, info.Name, inlined: false));
        return leads.FindAll(lead => lead.Offset >= 0).ToArray();
    }

    private bool IsOwn(Type type) => origins.Of(type) == Origin.Application && !Names.IsCompilerMade(type) || type.IsConstructedGenericType && Array.Exists(type.GenericTypeArguments, IsOwn);

    /// <summary>A library's list of descriptions, by whatever name: a model of what is kept, and nothing that is.</summary>
    public static bool IsCatalogue(Type type)
    {
        for (Type? level = type; level != null && level != typeof(object); level = level.BaseType)
            foreach (FieldInfo field in level.GetFields(Declared))
                if (field.FieldType.IsConstructedGenericType && Array.Exists(field.FieldType.GenericTypeArguments, HasDescription)) return true;
        return false;
    }

    private static bool HasDescription(Type type)
    {
        for (Type? level = type; level != null && level != typeof(object); level = level.BaseType)
            foreach (FieldInfo field in level.GetFields(Declared))
                if (Plumbing.Describes(field.FieldType)) return true;
        return false;
    }

    private static bool IsReadable(TypePlan plan)
    {
        if (plan.Fields.Length == 0) return false;
        if (plan.Form is Form.Wrapper or Form.Pair) return true;
        foreach (FieldPlan field in plan.Fields)
            if (field.Offset < 0) return false;
        if (plan.Form is not (Form.Dictionary or Form.Set or Form.ConcurrentDictionary or Form.Chain or Form.ConcurrentQueue)) return true;
        if (plan.Entry is not { Length: > 0 } || plan.Form is Form.Dictionary or Form.Set or Form.ConcurrentQueue && plan.ElementSize <= 0) return false;
        foreach (FieldPlan field in plan.Entry)
            if (field.Offset < 0) return false;
        return true;
    }

    private void PlanEntries(TypePlan plan)
    {
        if (plan.Fields.Length == 0) return;
        switch (plan.Form)
        {
            case Form.Dictionary: plan.Entry = PickFields(plan.Fields[0].Type.GetElementType()!, ["key", "value", "next"]); break;
            case Form.Set: plan.Entry = PickFields(plan.Fields[0].Type.GetElementType()!, ["Value", "Value", "Next"]); break;
            case Form.ConcurrentDictionary:
                Type tables = plan.Fields[0].Type;
                if (Field(tables, "_buckets") is not { } buckets || buckets.Type.GetElementType() is not { } bucket) return;
                // The buckets are nodes, or structs that hold nothing but one.
                Type? node = bucket.IsValueType ? FindField(bucket, "_node")?.FieldType : bucket;
                if (node == null || Layout.ElementSize(buckets.Type) != sizeof(long)) return;
                FieldPlan[] entry = PickFields(node, ["_key", "_value", "_next"]);
                if (entry.Length == 3 && PickFields(tables, ["_countPerLock"]) is [var counts]) (plan.Entry, plan.Deciding) = ([.. entry, buckets, counts], [entry[0], entry[1]]);
                break;
        }
    }

    private void PlanChain(TypePlan plan)
    {
        if (plan.Form == Form.Chain)
        {
            (string[] own, string[] node) = Known.LinksOf(plan.Type);
            plan.Fields = PickFields(plan.Type, own);
            if (plan.Fields.Length > 0) plan.Entry = PickFields(plan.Fields[0].Type, node);
            return;
        }
        plan.Fields = PickFields(plan.Type, ["_head"]);
        if (plan.Fields is not [var head] || PickFields(head.Type, ["_slots", "_nextSegment", "_headAndTail"]) is not [var slots, var next, var ends]) return;
        plan.ElementSize = Layout.ElementSize(slots.Type);
        if (PickFields(slots.Type.GetElementType()!, ["Item", "SequenceNumber"]) is [var item, var number] && Field(ends.Type, "Head") is { } first) plan.Entry = [slots, next, ends, first, item, number];
    }

    private void PlanElements(TypePlan plan, Type array)
    {
        Type element = array.GetElementType()!;
        plan.ElementSize = Layout.ElementSize(array);
        if (!element.IsValueType && element != typeof(object)) plan.Kind = element;
        if (element.IsValueType) plan.Element = Of(element);
        else if (element.IsSealed) plan.Element = Of(element);
    }

    private static bool AllLeaves(FieldPlan[] fields)
    {
        foreach (FieldPlan field in fields)
            if (field.Value != null ? !field.Value.IsLeaf : field.Type != typeof(string)) return false;
        return true;
    }

    private static Dictionary<long, string> EnumNames(Type type)
    {
        var names = new Dictionary<long, string>();
        foreach (FieldInfo field in type.GetFields(BindingFlags.Static | BindingFlags.Public))
        {
            object? raw = field.GetRawConstantValue();
            if (raw != null) names.TryAdd(raw is ulong big ? (long)big : Convert.ToInt64(raw, null), field.Name);
        }
        return names;
    }

    /// <summary>The named fields in that order, from the type or a base; none when one is missing or lies where it can't be read.</summary>
    private FieldPlan[] PickFields(Type type, string[] names)
    {
        var fields = new FieldPlan[names.Length];
        for (int i = 0; i < names.Length; i++)
        {
            FieldInfo? info = FindField(type, names[i]);
            if (info == null) return [];
            fields[i] = Plan(info, names[i], inlined: false);
        }
        return fields;
    }

    public static FieldInfo? FindField(Type? type, string name)
    {
        for (; type != null && type != typeof(object); type = type.BaseType)
            if (type.GetField(name, Declared) is { } field) return field;
        return null;
    }

    /// <summary>A named field, planned; null when the type has none.</summary>
    public FieldPlan? Field(Type type, string name) => FindField(type, name) is { } info ? Plan(info, name, inlined: false) : null;

    private FieldPlan Plan(FieldInfo info, string name, bool inlined)
    {
        TypePlan? named = TupleNames.Apply(this, info);
        return new FieldPlan
        {
            Name = name,
            Info = info,
            Offset = Layout.OffsetOf(info),
            Type = info.FieldType,
            Secrecy = Secrets.Name(name),
            IsInlined = inlined,
            Value = info.FieldType.IsValueType ? named ?? Of(info.FieldType) : null,
            Held = info.FieldType.IsValueType ? null : named,
        };
    }

    /// <summary>What is shown of an object: base classes first, compiler-made names as the source has them, what can't be shown left out.</summary>
    private FieldPlan[] AllFields(Type type)
    {
        var chain = new List<Type>();
        for (Type? level = type; level != null && level != typeof(object) && level != typeof(ValueType); level = level.BaseType)
            if (IsNative(level)) break;
            else if (origins.Of(level) != Origin.Framework || level == type || Known.ToldOf(level) != null || level.IsConstructedGenericType && IsBox(level)) chain.Add(level);
        chain.Reverse();
        var fields = new List<FieldPlan>();
        var taken = new HashSet<string>();
        foreach (Type level in chain)
        {
            string[]? told = Known.ToldOf(level);
            foreach (FieldInfo info in level.GetFields(Declared))
            {
                if (told != null && Array.IndexOf(told, info.Name) < 0) continue;
                string? name = Names.OfField(info.Name);
                bool inlined = name == null && Names.IsHolder(info.Name);
                if (name == null && !inlined) continue;
                try
                {
                    if (IsLeft(info.FieldType)) continue;
                    if (name != null && !taken.Add(name)) name = $"{level.Name}.{name}";
                    fields.Add(Plan(info, name ?? info.Name, inlined));
                }
                catch (Exception e) { Failures.Add($"The field {level.Name}.{name ?? info.Name}", e); }
            }
        }
        return fields.ToArray();
    }

    private bool IsLeft(Type type)
    {
        if (type.IsPointer || type.IsByRef || type.IsByRefLike || type.IsFunctionPointer || typeof(Delegate).IsAssignableFrom(type)) return true;
        if (type.IsValueType) return Of(type).Form == Form.Left;
        return type.IsSealed && origins.Of(type) == Origin.Framework && Of(type).Form == Form.Left;
    }
}
