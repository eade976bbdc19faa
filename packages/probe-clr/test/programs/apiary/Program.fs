namespace Beekeeping

type Hive = { Name: string; Frames: int; Queen: string option }

module Apiary =
    let mutable hives = [ { Name = "Linden"; Frames = 8; Queen = Some "Maja" } ]
    let private weights = System.Collections.Generic.Dictionary<string, float>()
    let addHive name frames = hives <- { Name = name; Frames = frames; Queen = None } :: hives
    let weigh (name: string) (kilos: float) =
        weights.[name] <- kilos
        weights.Count
    let names () = hives |> List.map (fun hive -> hive.Name)

module Season =
    /// Holds no state itself.
    let harvest (kilos: float) = Apiary.weigh "all" kilos

module Program =
    [<EntryPoint>]
    let main _ =
        Apiary.weigh "Linden" 31.5 |> ignore
        System.Console.WriteLine "ready"
        System.Console.ReadLine() |> ignore
        0
