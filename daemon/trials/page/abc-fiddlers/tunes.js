window.tunes = [
  {
    id: 31,
    name: 'The Cobbler of Kells',
    rhythm: 'jig',
    key: 'G',
    source: 'Peadar Hanratty',
    learnt: true,
    abc: 'X:31\nT:The Cobbler of Kells\nC:Peadar Hanratty\nR:jig\nM:6/8\nL:1/8\nQ:3/8=110\nK:G\n|:D2G GBd|g2e dBG|A2B cBA|BGE E2D:|\n',
  },
  {
    id: 32,
    name: 'Rain on the Slates',
    rhythm: 'reel',
    key: 'Dmix',
    source: 'Oonagh Tierney',
    learnt: false,
    abc: 'X:32\nT:Rain on the Slates\nC:Oonagh Tierney\nR:reel\nM:4/4\nL:1/8\nQ:1/4=180\nK:Dmix\n|:A2FA D2FA|BGAF GEED|A2FA d2fd|ecAc d4:|\n',
  },
  {
    id: 33,
    name: 'Waltz for Aunt Brigid',
    rhythm: 'waltz',
    key: 'A',
    source: 'traditional',
    learnt: false,
    abc: 'X:33\nT:Waltz for Aunt Brigid\nR:waltz\nM:3/4\nL:1/4\nQ:1/4=96\nK:A\n|:E|A2B|c2e|f e c|B2 A|A3:|\n',
  },
];
