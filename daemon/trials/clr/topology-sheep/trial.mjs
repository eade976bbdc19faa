const lines = [
  'pasture;Cnoc Mór;clover;0 0, 300 0, 300 200, 0 200, 0 0',
  'pasture;Lower meadow;rye grass;400 0, 550 0, 550 250, 400 250, 400 0',
  'animal;IE-0417;Bríd;2022',
  'animal;IE-0431;Flossie;2024',
  'animal;IE-0466;Captain;2021',
  'at;IE-0417;120;80;91',
  'at;IE-0431;450.5;60;77',
  'at;IE-0466;330;90;38',
  'report',
];

/** Sheep with collars on pastures with fences: their places are geometries of NetTopologySuite. */
export default {
  get: { dotnet: 'src' },
  start: ({ out }) => ['dotnet', [`${out}/Sheep.dll`]],
  drive: async ({ stdin, said, until }) => {
    stdin(`${lines.join('\n')}\n`);
    await until(() => said().includes('done'), 'the report');
    for (const line of ['IE-0417 Bríd Cnoc Mór 91', 'IE-0466 Captain out 38', 'Lower meadow 3.75 ha', 'Captain is out, 30 m'])
      if (!said().includes(line)) throw new Error(said());
  },
};
