namespace Orchard

open System
open System.Reflection
open System.Reflection.Emit
open System.Runtime.CompilerServices
open System.Threading

/// What there is much of, so that a walk of the heap takes its time.
[<AllowNullLiteral>]
type Leaf(next: Leaf) =
    member _.Next = next

type Message =
    | Pick of sort: string * kilos: int
    | Ship of town: string

type Stock = { Kilos: Map<string, int>; Towns: string list }

/// An agent: its state is an argument of a loop that waits.
type Foreman(name: string) =
    let agent =
        MailboxProcessor.Start(fun inbox ->
            let rec loop stock =
                async {
                    let! message = inbox.Receive()

                    match message with
                    | Pick(sort, kilos) ->
                        let before = stock.Kilos |> Map.tryFind sort |> Option.defaultValue 0
                        return! loop { stock with Kilos = stock.Kilos |> Map.add sort (before + kilos) }
                    | Ship town -> return! loop { stock with Towns = town :: stock.Towns }
                }

            loop { Kilos = Map.empty; Towns = [] })

    member _.Name = name
    member _.Send(message: Message) = agent.Post message
    member this.Pick(sort: string, kilos: int) = this.Send(Pick(sort, kilos))

/// A loop that only its own stack leads to.
type Gate(foreman: Foreman) =
    let carts = Collections.Generic.List<string>()
    let mutable rounds = 0

    member _.Foreman = foreman
    member _.Rounds = rounds
    member _.Enter(cart: string) = lock carts (fun () -> carts.Add cart)

    member _.Run() =
        while true do
            rounds <- rounds + 1
            Thread.Sleep 5

/// Comes later, with code that is loaded for it, and holds what was there.
type Estate(gate: Gate) =
    let mutable days = 0

    member _.Gate = gate
    member _.Days = days

    member _.Run() =
        while true do
            days <- days + 1
            Thread.Sleep 5

module Program =
    [<MethodImpl(MethodImplOptions.NoInlining)>]
    let grow (gate: Gate) =
        Console.ReadLine() |> ignore
        AssemblyBuilder.DefineDynamicAssembly(AssemblyName "Late", AssemblyBuilderAccess.Run).DefineDynamicModule "Late" |> ignore
        Estate(gate).Run()

    /// What is sent may be old by then, and is garbage a moment later.
    [<MethodImpl(MethodImplOptions.NoInlining)>]
    let seed (foreman: Foreman) (isOld: bool) =
        let messages = [ Pick("quince", 40); Pick("medlar", 12); Ship "Odense" ]
        if isOld then
            GC.Collect()
            GC.Collect()
        for message in messages do
            foreman.Send message

    [<EntryPoint>]
    let main args =
        let leaves = Array.init (int args[0]) (fun _ -> Leaf null)
        let foreman = Foreman "Ada"
        seed foreman (Array.contains "old" args)
        let gate = Gate foreman
        gate.Enter "first cart"
        if Array.contains "grows" args then
            Thread((fun () -> grow gate), IsBackground = true).Start()
        Console.WriteLine "ready"
        gate.Run()
        GC.KeepAlive leaves
        0
