import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** F# Interactive, as it comes with the SDK: a prompt at which an observer loaded a script, and went on by hand. */
const lines = [
  'dome.Open();;',
  'dome.Record("Vega", 0.03, "Inés");;',
  'dome.Record("Antares", 1.06, "Bruno");;',
  'let tonight = [ "Saturn"; "Omega Centauri"; "Jewel Box" ];;',
  'let mutable exposure = 45;;',
  'let weather = Cloudy 15;;',
  'let guide = Some "Canopus";;',
  'let plate = Map.ofList [ "emulsion", "IIIa-J"; "box", "B-204" ];;',
  'filters.["green"] <- 535;;',
  'printfn "the night has begun: %d seen" dome.Sightings.Count;;',
];

export default {
  get: {},
  start({ write, trial }) {
    const [version, folder] = execFileSync('dotnet', ['--list-sdks'], { encoding: 'utf8' })
      .trim()
      .split('\n')
      .at(-1)
      .split(/ \[|\]/);
    const script = write('observatory.fsx', readFileSync(`${trial}/observatory.fsx`, 'utf8'));
    return ['dotnet', [path.join(folder, version, 'FSharp', 'fsi.dll'), '--readline-', '--nologo', `--use:${script}`]];
  },
  async drive({ stdin, until, said }) {
    await until(() => said().includes('val filters'), 'the script');
    for (const line of lines) stdin(`${line}\n`);
    await until(() => said().includes('the night has begun: 2 seen'), 'the lines');
  },
};
