using System;
using System.Collections.Generic;
using System.Reflection;
using System.Reflection.Metadata;
using System.Reflection.Metadata.Ecma335;

namespace Substrate.Payload;

/// <summary>Types of an assembly, chosen by their description: only those that are wanted are loaded.</summary>
public static class Described
{
    public static unsafe List<Type> In(Assembly assembly, Func<MetadataReader, TypeDefinition, bool> isWanted)
    {
        var found = new List<Type>();
        if (assembly.IsDynamic || !assembly.TryGetRawMetadata(out byte* bytes, out int length)) return found;
        var reader = new MetadataReader(bytes, length);
        foreach (TypeDefinitionHandle handle in reader.TypeDefinitions)
        {
            if (isWanted(reader, reader.GetTypeDefinition(handle))) found.Add(assembly.ManifestModule.ResolveType(MetadataTokens.GetToken(handle)));
        }
        return found;
    }
}
