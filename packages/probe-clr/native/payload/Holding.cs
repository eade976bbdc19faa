using System;
using System.Collections;
using System.Collections.Generic;
using System.Reflection;

namespace Substrate.Payload;

/// <summary>
/// What a class of a library holds where its contracts say that it is a map or a list, and it keeps what lies in it in fields of its own: documents
/// of JSON, YAML or BSON, fields of messages, ordered dictionaries. It is told as that map or list, by what lies in the collections of the framework that its
/// fields lead to: none of its own code runs.
/// </summary>
public sealed class Holding
{
    /// <summary>Of a map.</summary>
    public Type? Key { get; private init; }
    public required Type Value { get; init; }
    /// <summary>A class that it is one of, as are its elements: they are a document. Null for other maps and lists.</summary>
    public Type? Family { get; private init; }
    /// <summary>Fields that may lead to where its elements lie, and those that hold something else.</summary>
    public required FieldPlan[] Stores { get; init; }
    public required FieldPlan[] Rest { get; init; }
    /// <summary>Of an array: how much of it is used, and where that begins.</summary>
    public FieldPlan? Count { get; private init; }
    public FieldPlan? Head { get; private init; }
    /// <summary>The collection that the last of its kind lay in: most lie in one like it.</summary>
    public TypePlan? Store { get; set; }

    /// <summary>Null for a class that says nothing of the kind.</summary>
    public static Holding? Of(Type type, FieldPlan[] fields)
    {
        if (type.IsValueType || ContractOf(type, out bool isSaid, out bool isThrough) is not var (key, value)) return null;
        if (isThrough && !IsOneList(type, fields)) return null;
        Type? family = value.IsClass && value != typeof(object) && value.IsAssignableFrom(type) ? value : null;
        var stores = new List<FieldPlan>();
        var rest = new List<FieldPlan>();
        FieldPlan? count = null, head = null;
        foreach (FieldPlan field in fields)
        {
            if (field.Offset < 0) continue;
            if (field.Type == typeof(int))
            {
                if (Says(field, "count", "size", "length")) count = count == null ? field : null;
                else if (Says(field, "head", "offset", "start")) head = head == null ? field : null;
            }
            if (field.Value != null || Plumbing.Is(field.Type)) continue;
            if (family != null && IsOne(field.Type, family) && key != null) continue;
            if (field.Type == typeof(string)) rest.Add(field);
            else if (isSaid && field.Type == typeof(object) || typeof(IEnumerable).IsAssignableFrom(field.Type) && !IsOne(field.Type, value)) stores.Add(field);
            else if (family == null && !field.Type.IsInterface && field.Type != typeof(object)) rest.Add(field);
        }
        return stores.Count == 0 ? null : new Holding { Key = key, Value = value, Family = family, Stores = stores.ToArray(), Rest = rest.ToArray(), Count = count, Head = head };
    }

    /// <summary>Nothing is in it but one array or list, and numbers about that.</summary>
    private static bool IsOneList(Type type, FieldPlan[] fields)
    {
        if (typeof(IEnumerator).IsAssignableFrom(type) || type.Name.StartsWith('<') || Array.FindAll(fields, field => field.Value == null) is not [{ Offset: >= 0 } one]) return false;
        return one.Type.IsArray || one.Type.IsConstructedGenericType && one.Type.GetGenericTypeDefinition() == typeof(List<>);
    }

    private static bool IsOne(Type type, Type of) => of != typeof(object) && of.IsAssignableFrom(type);

    private static bool Says(FieldPlan field, params string[] words) => Array.Exists(words, word => field.Name.EndsWith(word, StringComparison.OrdinalIgnoreCase));

    /// <summary>
    /// A map before a list. To be gone through alone says little, but for a class whose elements are what it is one of itself, or in which nothing else is:
    /// <paramref name="isThrough"/> says that it must be so.
    /// </summary>
    private static (Type? Key, Type Value)? ContractOf(Type type, out bool isSaid, out bool isThrough)
    {
        isSaid = true;
        isThrough = false;
        (Type? Key, Type Value)? list = null, through = null, any = null;
        Type[] contracts = type.GetInterfaces();
        foreach (Type contract in contracts)
        {
            if (!contract.IsConstructedGenericType) continue;
            Type[] of = contract.GenericTypeArguments;
            switch (contract.GetGenericTypeDefinition().FullName)
            {
                case "System.Collections.Generic.IDictionary`2" or "System.Collections.Generic.IReadOnlyDictionary`2": return (of[0], of[1]);
                case "System.Collections.Generic.ICollection`1" or "System.Collections.Generic.IReadOnlyCollection`1": list ??= (null, of[0]); break;
                case "System.Collections.Generic.IEnumerable`1":
                    if (PartsOf(of[0]) is var (key, value) && IsOne(type, value.Type)) through ??= (key.Type, value.Type);
                    else if (IsOne(type, of[0])) through ??= (null, of[0]);
                    else any ??= (null, of[0]);
                    break;
            }
        }
        if (list is (_, { } held) && PartsOf(held) is var (name, one)) list = (name.Type, one.Type);
        isSaid = list != null;
        isThrough = list == null && through == null;
        return list ?? through ?? any;
    }

    /// <summary>Of a pair, by whatever name: a name or what stands for one, and what it is the name of. Nothing else lies in it.</summary>
    public static (TypedField Key, TypedField Value)? PartsOf(Type pair)
    {
        if (!pair.IsValueType || pair.IsPrimitive || pair.IsEnum) return null;
        FieldInfo[] fields = pair.GetFields(BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic);
        if (fields.Length != 2) return null;
        if (pair.IsConstructedGenericType && pair.GetGenericTypeDefinition() == typeof(KeyValuePair<,>)) return (new(fields[0]), new(fields[1]));
        if (fields[0].FieldType == typeof(string) && fields[1].FieldType != typeof(string)) return (new(fields[0]), new(fields[1]));
        return null;
    }

    public readonly record struct TypedField(FieldInfo Info)
    {
        public Type Type => Info.FieldType;
    }

    /// <summary>
    /// The value that a document's class stands for: its one text or object, or its one number. What else it says is of which kind the value is. Null where there
    /// is not one.
    /// </summary>
    public static FieldPlan? LeafOf(Type type, Type family, FieldPlan[] fields)
    {
        if (!family.IsAssignableFrom(type)) return null;
        FieldPlan? one = null, number = null;
        int ones = 0, numbers = 0;
        foreach (FieldPlan field in fields)
        {
            // What all parts of a document have is where they stand in it.
            if (field.Offset < 0 || type != family && field.Info.DeclaringType!.IsAssignableFrom(family)) continue;
            if (field.Type == typeof(string) || field.Type == typeof(object)) (one, ones) = (field, ones + 1);
            else if (field.Value is { IsLeaf: true, Form: not Form.Enum }) (number, numbers) = (field, numbers + 1);
            else if (field.Value == null) return null;
        }
        return ones == 1 ? one : ones == 0 && numbers == 1 ? number : null;
    }
}
