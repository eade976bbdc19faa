open System
open System.Collections.Generic

type Weather =
    | Clear
    | Cloudy of percent: int

type Sighting =
    { Object: string
      Magnitude: float
      Observer: string }

type Dome(name: string, diameter: float) =
    let sightings = ResizeArray<Sighting>()
    member val Shutter = "closed" with get, set
    member val Humidity = 48 with get, set
    member _.Name = name
    member _.Diameter = diameter
    member _.Sightings = sightings
    member dome.Open() = dome.Shutter <- "open"

    member _.Record(object: string, magnitude: float, observer: string) =
        sightings.Add
            { Object = object
              Magnitude = magnitude
              Observer = observer }

    member _.Forget(object: string) =
        sightings.RemoveAll(fun one -> one.Object = object) |> ignore

let dome = Dome("Cerro Bayo", 3.6)
let filters = Dictionary<string, int>(dict [ "red", 620; "blue", 450 ])
