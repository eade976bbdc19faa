module Garden

type Weather = Sunny | Rain of millimetres: float
type Bed = { Plant: string; Rows: int; Ripe: bool }
type Model = { Gardener: string; Beds: Bed list; Tools: Map<string, int>; Weather: Weather; Note: string option; Week: int }
type Message = Sow of string | Harvest | Pour of float

let mutable model =
    { Gardener = "Agnes"
      Beds = [ { Plant = "leek"; Rows = 4; Ripe = false }; { Plant = "chard"; Rows = 2; Ripe = true } ]
      Tools = Map [ "spade", 3; "hose", 1 ]
      Weather = Sunny
      Note = Some "mulch on Monday"
      Week = 19 }

let update message model =
    match message with
    | Sow plant -> { model with Beds = model.Beds @ [ { Plant = plant; Rows = 1; Ripe = false } ] }
    | Harvest -> { model with Beds = model.Beds |> List.filter (fun bed -> not bed.Ripe) }
    | Pour amount -> { model with Weather = Rain amount }

let dispatch message = model <- update message model

[<EntryPoint>]
let main _ =
    dispatch (Sow "beans")
    dispatch (Pour 6.5)
    printfn "sown"
    System.Threading.Thread.Sleep(System.Threading.Timeout.Infinite)
    0
