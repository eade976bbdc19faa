using System;
using System.Collections.Generic;
using System.Reflection;
using System.Reflection.Metadata;

namespace Substrate.Payload;

public sealed class StaticClass
{
    public required Type Type;
    public required StaticField[] Fields;
}

public sealed class StaticField
{
    public required string Name;
    public required FieldInfo Info;
    /// <summary>It may be a table of constants: told when something in it was made while the program ran.</summary>
    public required bool IsDoubtful;
    /// <summary>How its value is read, where the field knows more than the type.</summary>
    public required TypePlan? Named;
    /// <summary>Where its value lies for good; 0 when it has to be asked for, null before that is known.</summary>
    public nint? Address;
}

/// <summary>
/// Static fields of the application's classes. The classes are listed from metadata, so that only those with something to show are loaded.
/// What is read-only may be a constant in disguise or what the program was configured with: its texts tell, as those of code are literals.
/// </summary>
public sealed class Statics(Origins origins, Planner planner, ClassState state)
{
    private const int ClassLimit = 400, ModuleLimit = 100;
    private readonly HashSet<string> _scanned = [];
    private readonly List<StaticClass> _classes = [];

    public IReadOnlyList<StaticClass> Classes => _classes;

    /// <summary>Modules of F# and Visual Basic, which are made to be called, with state or without.</summary>
    public List<Type> Modules { get; } = [];

    public ClassState State => state;

    public void Scan(Assembly[] assemblies)
    {
        foreach (Assembly assembly in assemblies)
        {
            if (assembly.IsDynamic || assembly.IsCollectible || origins.Of(assembly) != Origin.Application || !_scanned.Add(assembly.FullName ?? "")) continue;
            try { Scan(assembly); }
            catch (Exception e) { planner.Failures.Add($"The assembly {assembly.GetName().Name}", e); }
        }
    }

    private unsafe void Scan(Assembly assembly)
    {
        if (!assembly.TryGetRawMetadata(out byte* blob, out int length)) return;
        var metadata = new MetadataReader(blob, length);
        foreach (TypeDefinitionHandle handle in metadata.TypeDefinitions)
        {
            if (_classes.Count >= ClassLimit) return;
            TypeDefinition definition = metadata.GetTypeDefinition(handle);
            if (definition.GetGenericParameters().Count > 0 || metadata.StringComparer.StartsWith(definition.Name, "<")) continue;
            bool isModule = Modules.Count < ModuleLimit && IsModule(metadata, definition);
            if (!isModule && !HasStatics(metadata, definition)) continue;
            try
            {
                Type type = assembly.ManifestModule.ResolveType(System.Reflection.Metadata.Ecma335.MetadataTokens.GetToken(handle));
                if (isModule && !Names.IsCompilerMade(type)) Modules.Add(type);
                if (type.IsEnum || type.ContainsGenericParameters || Names.IsCompilerMade(type) || !state.IsReadable(type)) continue;
                StaticField[] fields = FieldsOf(type);
                if (fields.Length > 0) _classes.Add(new StaticClass { Type = type, Fields = fields });
            }
            catch (Exception e) { planner.Failures.Add($"The class {metadata.GetString(definition.Name)}", e); }
        }
    }

    /// <summary>A class without objects that its compiler has marked: what a module of the source has become.</summary>
    private static bool IsModule(MetadataReader metadata, TypeDefinition definition)
    {
        if ((definition.Attributes & TypeAttributes.Sealed) == 0) return false;
        foreach (CustomAttributeHandle handle in definition.GetCustomAttributes())
        {
            EntityHandle constructor = metadata.GetCustomAttribute(handle).Constructor;
            if (constructor.Kind != HandleKind.MemberReference || metadata.GetMemberReference((MemberReferenceHandle)constructor).Parent is not { Kind: HandleKind.TypeReference } parent) continue;
            StringHandle name = metadata.GetTypeReference((TypeReferenceHandle)parent).Name;
            if (metadata.StringComparer.Equals(name, "StandardModuleAttribute")) return true;
            // Records and unions have the mark, too; a module alone can't be made.
            if (metadata.StringComparer.Equals(name, "CompilationMappingAttribute")) return (definition.Attributes & TypeAttributes.Abstract) != 0;
        }
        return false;
    }

    private static bool HasStatics(MetadataReader metadata, TypeDefinition definition)
    {
        foreach (FieldDefinitionHandle handle in definition.GetFields())
        {
            FieldAttributes attributes = metadata.GetFieldDefinition(handle).Attributes;
            if ((attributes & (FieldAttributes.Static | FieldAttributes.Literal | FieldAttributes.HasFieldRVA)) == FieldAttributes.Static) return true;
        }
        return false;
    }

    private StaticField[] FieldsOf(Type type)
    {
        var fields = new List<StaticField>();
        List<FieldInfo> loadable = Loadable(type);
        if (IsGenerated(loadable)) return [];
        int ownKind = CountOwnKind(type, loadable);
        foreach (FieldInfo info in loadable)
        {
            if (info.IsLiteral || (info.Attributes & FieldAttributes.HasFieldRVA) != 0 || info.IsDefined(typeof(ThreadStaticAttribute), false)) continue;
            string? name = Names.OfField(info.Name);
            if (name == null || IsLeft(info.FieldType)) continue;
            if (info.IsInitOnly && (IsOwnKind(type, info) && ownKind > 1 || IsSentinel(name))) continue;
            fields.Add(new StaticField { Name = name, Info = info, IsDoubtful = info.IsInitOnly && IsConstant(info.FieldType), Named = TupleNames.Apply(planner, info) });
        }
        return fields.ToArray();
    }

    /// <summary>The static fields whose types are there.</summary>
    private List<FieldInfo> Loadable(Type type)
    {
        var fields = new List<FieldInfo>();
        foreach (FieldInfo info in type.GetFields(BindingFlags.Static | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly))
        {
            try
            {
                GC.KeepAlive(info.FieldType);
                fields.Add(info);
            }
            catch (Exception e) { planner.Failures.Add($"The field {type.Name}.{info.Name}", e); }
        }
        return fields;
    }

    private static readonly string[] SentinelWords = ["Empty", "Null", "None", "No", "Unknown", "Unset", "Uninitialized", "Error", "Invalid", "Discarded", "Missing", "Zero", "Sentinel"];

    /// <summary>`Empty`, `NoInterfaces`, `s_unsetBounds`, `UninitializedSentinel`: a value that the code compares with.</summary>
    private static bool IsSentinel(string name)
    {
        if (name.StartsWith("s_", StringComparison.Ordinal)) name = name.Substring(2);
        name = name.TrimStart('_');
        if (name.EndsWith("Sentinel", StringComparison.Ordinal)) return true;
        foreach (string word in SentinelWords)
            if (name.StartsWith(word, StringComparison.OrdinalIgnoreCase) && (name.Length == word.Length || char.IsUpper(name[word.Length]))) return true;
        return false;
    }

    /// <summary>Objects of the class itself. One may be its singleton; several are values that the code compares with.</summary>
    private static bool IsOwnKind(Type type, FieldInfo field) => type.IsAssignableFrom(field.FieldType.IsArray ? field.FieldType.GetElementType() : field.FieldType);

    private static int CountOwnKind(Type type, List<FieldInfo> fields)
    {
        int count = 0;
        foreach (FieldInfo info in fields)
            if (info.IsInitOnly && IsOwnKind(type, info)) count++;
        return count;
    }

    /// <summary>Texts for people: a class that a tool made from a resource file.</summary>
    private static bool IsGenerated(List<FieldInfo> fields) => fields.Exists(field => field.FieldType.FullName == "System.Resources.ResourceManager");

    /// <summary>A read-only field of such a type says the same for ever: a library's object, or a class whose fields are all read-only values.</summary>
    private bool IsConstant(Type type)
    {
        Origin origin = origins.Of(type);
        string space = type.Namespace ?? "";
        if (space is "System.Collections.Immutable" or "System.Collections.Frozen" || IsReadOnlyView(type)) return !origins.Concerns(type) || Array.TrueForAll(type.GenericTypeArguments, IsFixed);
        // A table: its elements could be replaced, but hardly ever are when nothing in them can change.
        if (type.IsArray && type.GetElementType() is { } element && !element.IsPrimitive && IsFixed(element) || type == typeof(char[])) return true;
        if (origin == Origin.Library && !type.IsArray && planner.Of(type).Form == Form.Object) return true;
        // A text, a number, the program's own object of read-only values: what it was configured with.
        return false;
    }

    /// <summary>`IReadOnlyList&lt;string&gt;` and the like: who declares it so does not mean to change it.</summary>
    private static bool IsReadOnlyView(Type type) => type.IsConstructedGenericType && type.Namespace is "System.Collections.Generic" or "System.Collections.ObjectModel"
        && (type.Name.StartsWith("IReadOnly", StringComparison.Ordinal) || type.Name.StartsWith("ReadOnly", StringComparison.Ordinal) && !type.Name.StartsWith("ReadOnlyObservable", StringComparison.Ordinal) || type.Name == "IEnumerable`1");

    /// <summary>Nothing in a value of the type can change: a text, a number, an object of read-only values.</summary>
    private bool IsFixed(Type type)
    {
        TypePlan plan = planner.Of(type);
        if (plan.Form is not (Form.Object or Form.Pair)) return plan.Form is > Form.Left and < Form.Nullable;
        return !type.IsInterface && !type.IsAbstract && plan.IsLeaf && Array.TrueForAll(plan.Fields, field => field.Info.IsInitOnly);
    }

    private bool IsLeft(Type type)
    {
        if (type.IsPointer || type.IsByRef || type.IsFunctionPointer || typeof(Delegate).IsAssignableFrom(type) || type == typeof(object)) return true;
        return (type.IsSealed || type.IsValueType) && planner.Of(type).Form == Form.Left;
    }

    /// <summary>The class as a root: its static fields; -1 while it is not initialised.</summary>
    public int Read(Walker walker, StaticClass type)
    {
        if (!state.HasRun(type.Type)) return -1;
        int node = walker.AddRoot(Names.OfType(type.Type));
        foreach (StaticField field in type.Fields)
        {
            try { Read(walker, node, field); }
            catch { }
        }
        return node;
    }

    private unsafe void Read(Walker walker, int node, StaticField field)
    {
        Type type = field.Info.FieldType;
        if (field.Address is not > 0) walker.AddChild(node, field.Name, state.Read(field.Info), type, field.Named, field.IsDoubtful, field.Info.IsInitOnly);
        else if (type.IsPrimitive || type.IsEnum) walker.AddChild(node, field.Name, planner.Of(type), ref *(byte*)field.Address, field.Info.IsInitOnly);
        else walker.AddChild(node, field.Name, Layout.Reference(ref *(byte*)field.Address), type, field.Named, isFixed: field.Info.IsInitOnly);
        // What was read once is where it stays.
        field.Address ??= state.AddressOf(field.Info);
    }
}
