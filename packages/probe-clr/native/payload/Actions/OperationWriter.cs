using System;
using System.Collections.Generic;
using System.Reflection;

namespace Substrate.Payload;

/// <summary>Operations as JSON: `RawAction` of the TypeScript side, field by field.</summary>
public static class OperationWriter
{
    public static void Write(Utf8Buffer json, Operation operation)
    {
        json.Raw("{\"address\":"u8);
        json.String(operation.Address);
        Field(json, ",\"name\":"u8, operation.Name);
        if (operation.Widget is { } widget) WriteWidget(json, operation, widget.Seen);
        else WriteCall(json, operation);
    }

    private static void WriteWidget(Utf8Buffer json, Operation operation, Seen seen)
    {
        (string kind, string? parameter, string type) = Deeds.Of(seen.Deed);
        Field(json, ",\"kind\":"u8, kind);
        json.Raw(",\"source\":"u8);
        json.Raw(WireWords.Of(operation.Source));
        Field(json, ",\"owner\":"u8, operation.Owner);
        Field(json, ",\"targets\":["u8, operation.TargetAddress);
        json.Raw((byte)']');
        Field(json, ",\"reads\":"u8, operation.Reads);
        json.Raw(",\"certainty\":0.97,\"parameters\":["u8);
        if (parameter != null)
        {
            Field(json, "{\"name\":"u8, parameter);
            Field(json, ",\"type\":"u8, type);
            json.Raw(seen.Deed == Deed.Switch ? ",\"required\":false"u8 : ",\"required\":true"u8);
            if (seen.Choices is { Count: > 0 }) Choices(json, seen.Choices);
            json.Raw((byte)'}');
        }
        json.Raw("]}"u8);
    }

    private static void WriteCall(Utf8Buffer json, Operation operation)
    {
        json.Raw(operation.Kind switch
        {
            OperationKind.Setter => ",\"kind\":\"setter\""u8,
            OperationKind.Route => ",\"kind\":\"route\""u8,
            OperationKind.Command => ",\"kind\":\"command\""u8,
            _ => ",\"kind\":\"method\""u8,
        });
        json.Raw(",\"source\":"u8);
        json.Raw(WireWords.Of(operation.Source));
        Field(json, ",\"owner\":"u8, operation.Owner);
        if (operation.TargetAddress != null)
        {
            Field(json, ",\"targets\":["u8, operation.TargetAddress);
            json.Raw((byte)']');
        }
        Field(json, ",\"reads\":"u8, operation.Reads);
        Field(json, ",\"httpMethod\":"u8, operation.HttpMethod);
        if (operation.Kind != OperationKind.Command && ReturnName(operation.Method.ReturnType) is { } returns) Field(json, ",\"returns\":"u8, returns);
        // A handler that looks at its request finds none of what middleware would have put there.
        bool isWithoutRequest = operation.Kind == OperationKind.Route && Array.Exists(operation.Method.GetParameters(), one => Services.IsContext(one.ParameterType));
        json.Raw(isWithoutRequest ? ",\"certainty\":0.8,\"parameters\":["u8 : operation.Kind == OperationKind.Route ? ",\"certainty\":0.97,\"parameters\":["u8 : operation.Element != null ? ",\"certainty\":0.9,\"parameters\":["u8 : ",\"certainty\":0.98,\"parameters\":["u8);
        bool first = true;
        if (operation.Element != null) Parameter(json, ref first, operation.Which, "string", typeof(object), required: true, Elements.Hint);
        if (operation.Kind == OperationKind.Command) Parameter(json, ref first, "parameter", "object", typeof(object), required: false);
        else
            foreach (ParameterInfo parameter in operation.Method.GetParameters())
            {
                Type type = parameter.ParameterType;
                if (operation.IsFilled(parameter) || operation.IsExtension && parameter.Position == 0 || operation.Route == null && !Binder.IsGiven(parameter) || Binder.IsSupplied(type)) continue;
                Part[] parts = operation.PartsOf(parameter);
                foreach (Part part in parts) Parameter(json, ref first, part.Name, Binder.TypeName(part.Type) ?? "object", part.Type, part.IsRequired);
                if (parts.Length > 0) continue;
                bool setter = operation.Kind == OperationKind.Setter;
                Parameter(json, ref first, setter ? "value" : parameter.Name ?? "", Binder.TypeName(type) ?? "object", type, setter || Binder.IsRequired(parameter));
            }
        json.Raw("]}"u8);
    }

    private static void Field(Utf8Buffer json, ReadOnlySpan<byte> name, string? value)
    {
        if (value == null) return;
        json.Raw(name);
        json.String(value);
    }

    private static void Parameter(Utf8Buffer json, ref bool first, string name, string type, Type source, bool required, string? description = null)
    {
        if (!first) json.Raw((byte)',');
        first = false;
        Field(json, "{\"name\":"u8, name);
        Field(json, ",\"type\":"u8, type);
        json.Raw(required ? ",\"required\":true"u8 : ",\"required\":false"u8);
        Field(json, ",\"description\":"u8, description);
        Field(json, ",\"sourceType\":"u8, Names.OfType(source));
        Type choice = Nullable.GetUnderlyingType(source) ?? source;
        if (choice.IsEnum) Choices(json, Enum.GetNames(choice));
        json.Raw((byte)'}');
    }

    private static void Choices(Utf8Buffer json, IReadOnlyList<string> names)
    {
        json.Raw(",\"choices\":["u8);
        for (int i = 0; i < names.Count; i++)
        {
            if (i > 0) json.Raw((byte)',');
            json.String(names[i]);
        }
        json.Raw((byte)']');
    }

    /// <summary>The type behind a task; null for none.</summary>
    private static string? ReturnName(Type type)
    {
        string? name = type.FullName;
        if (type == typeof(void) || name is "System.Threading.Tasks.Task" or "System.Threading.Tasks.ValueTask") return null;
        bool isTask = type.IsConstructedGenericType && (name!.StartsWith("System.Threading.Tasks.Task`1", StringComparison.Ordinal) || name.StartsWith("System.Threading.Tasks.ValueTask`1", StringComparison.Ordinal));
        return Names.OfType(isTask ? type.GenericTypeArguments[0] : type);
    }
}
