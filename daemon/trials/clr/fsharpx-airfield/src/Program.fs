module Airfield.Program

open System
open System.Threading
open Airfield.Tower

[<EntryPoint>]
let main _ =
    let tower = Tower "Wasserkuppe"
    tower.Arrive("D-4471", "Hanna", 15.0)
    tower.Arrive("HB-302", "Urs", 18.5)
    tower.Arrive("OE-59", "Resi", 13.25)
    tower.Arrive("D-0815", "Falk", 17.75)
    tower.ManWinch "Gerd"
    tower.Launch()
    tower.Launch()
    tower.Land "D-4471"
    tower.Report 14
    let field = tower.Ask()
    printfn "%s: %d launches" field.Name field.Launches
    Thread.Sleep Timeout.Infinite
    GC.KeepAlive tower
    0
