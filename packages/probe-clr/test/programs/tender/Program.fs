// Agents: what each knows is an argument of the loop that waits for its next message.
module Tender.Program

open System
open System.Collections.Generic
open System.Threading

type Trip = { Boat: string; Guests: int; Stops: string list }

type Order =
    | Book of string * int
    | Cancel of string
    | Count of AsyncReplyChannel<int>

type Pier = { Name: string; Trips: Map<string, Trip>; Booked: int }

let pier name =
    MailboxProcessor<Order>.Start(fun inbox ->
        let rec loop (state: Pier) =
            async {
                let! message = inbox.Receive()
                match message with
                | Book(boat, guests) ->
                    let trip = { Boat = boat; Guests = guests; Stops = [ "north"; "south" ] }
                    return! loop { state with Trips = state.Trips.Add(boat, trip); Booked = state.Booked + guests }
                | Cancel boat -> return! loop { state with Trips = state.Trips.Remove boat }
                | Count channel ->
                    channel.Reply state.Booked
                    return! loop state
            }
        loop { Name = name; Trips = Map.empty; Booked = 0 })

type Desk(piers: MailboxProcessor<Order> list) =
    let calls = Dictionary<string, int>()
    member _.Ask(words: string) =
        calls[words] <- piers |> List.sumBy (fun one -> one.PostAndReply Count)
        calls[words]

type Clock() =
    let agent =
        MailboxProcessor<int>.Start(fun inbox ->
            let rec wait (ticks: int) (last: DateTime) =
                async {
                    let! by = inbox.TryReceive 400
                    return! wait (ticks + defaultArg by 1) DateTime.UtcNow
                }
            wait 0 DateTime.UtcNow)
    member _.Push by = agent.Post by

[<EntryPoint>]
let main _ =
    let east = pier "east"
    east.Post(Book("Tern", 4))
    printfn "ready"
    Console.ReadLine() |> ignore
    let west = pier "west"
    let north = pier "north"
    north.Post(Book("Skua", 3))
    west.Post(Book("Auk", 2))
    let desk = Desk [ east; west; north ]
    Thread.Sleep 900
    let clock = Clock()
    clock.Push 3
    desk.Ask "how many" |> ignore
    // Each message makes the loop of an agent anew: those that are told lie elsewhere, and in another order, after it.
    let rounds = ref 0
    let feed _ =
        rounds.Value <- rounds.Value + 1
        match rounds.Value % 5 with
        | 0 -> west.Post(Book("Auk", rounds.Value))
        | 1 -> north.Post(Book("Skua", rounds.Value))
        | 2 -> east.Post(Book("Tern", rounds.Value))
        | _ -> ()
    use feeder = new Timer(feed, null, 300, 700)
    use ended = new ManualResetEvent false
    printfn "up"
    ended.WaitOne() |> ignore
    GC.KeepAlive clock
    GC.KeepAlive desk
    0
