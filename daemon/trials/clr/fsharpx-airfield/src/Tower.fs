module Airfield.Tower

open FSharpx.Collections

type Glider = { CallSign: string; Pilot: string; Span: float }

type Weather =
    | Calm
    | Gusty of knots: int

type Field =
    { Name: string
      Waiting: Queue<Glider>
      Flying: Map<string, Glider>
      Landings: PersistentVector<string>
      Weather: Weather
      Winch: string option
      Launches: int }

type Message =
    | Arrive of Glider
    | Launch
    | Land of callSign: string
    | Report of Weather
    | Man of winch: string
    | Ask of AsyncReplyChannel<Field>

let private change field message =
    match message with
    | Arrive glider -> { field with Waiting = field.Waiting.Conj glider }
    | Launch ->
        match field.Waiting.TryUncons with
        | Some(glider, rest) ->
            { field with
                Waiting = rest
                Flying = field.Flying.Add(glider.CallSign, glider)
                Launches = field.Launches + 1 }
        | None -> field
    | Land callSign ->
        { field with
            Flying = field.Flying.Remove callSign
            Landings = field.Landings.Conj callSign }
    | Report weather -> { field with Weather = weather }
    | Man winch -> { field with Winch = Some winch }
    | Ask channel ->
        channel.Reply field
        field

type Tower(name: string) =
    let mutable latest =
        { Name = name
          Waiting = Queue.empty
          Flying = Map.empty
          Landings = PersistentVector.empty
          Weather = Calm
          Winch = None
          Launches = 0 }

    let agent =
        MailboxProcessor.Start(fun inbox ->
            let rec loop field =
                async {
                    let! message = inbox.Receive()
                    let next = change field message
                    latest <- next
                    return! loop next
                }

            loop latest)

    member _.Latest = latest
    member _.Arrive(callSign: string, pilot: string, span: float) = agent.Post(Arrive { CallSign = callSign; Pilot = pilot; Span = span })
    member _.Launch() = agent.Post Launch
    member _.Land(callSign: string) = agent.Post(Land callSign)
    member _.Report(knots: int) = agent.Post(Report(if knots < 8 then Calm else Gusty knots))
    member _.ManWinch(name: string) = agent.Post(Man name)
    member _.Ask() = agent.PostAndReply Ask
