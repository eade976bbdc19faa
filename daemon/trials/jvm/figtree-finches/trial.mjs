import { existsSync, readFileSync } from 'node:fs';

/** A viewer of trees of descent (FigTree, a program of Debian, in Swing): a file with two trees is open. */
const trees = `#NEXUS
begin taxa;
	dimensions ntax=6;
	taxlabels
	Geospiza_fortis
	Geospiza_scandens
	Camarhynchus_parvulus
	Certhidea_olivacea
	Platyspiza_crassirostris
	Tiaris_bicolor
;
end;
begin trees;
	tree finches = [&R] ((((Geospiza_fortis:0.8,Geospiza_scandens:0.9)[&support=97]:1.3,Camarhynchus_parvulus:2.25)[&support=71]:0.6,Platyspiza_crassirostris:2.9)[&support=88]:1.15,(Certhidea_olivacea:3.4,Tiaris_bicolor:5.75)[&support=64]:0.4);
	tree alternative = [&R] ((Geospiza_fortis:1.1,Certhidea_olivacea:1.2):0.7,(Geospiza_scandens:1.4,(Camarhynchus_parvulus:1.6,(Platyspiza_crassirostris:0.5,Tiaris_bicolor:0.55):0.3):0.2):0.1);
end;
`;

export default {
  get: { debian: ['figtree', 'libjam-java', 'libjebl2-java'] },
  display: true,
  start: ({ jars, write, work }) => [
    'java',
    [
      '-Xmx192m',
      `-Xlog:class+load=info:file=${work}/classes.txt`,
      '-cp',
      jars.join(':'),
      'figtree.application.FigTreeApplication',
      write('finches.trees', trees),
    ],
  ],
  /** It says nothing: the window is there when no more classes are loaded. */
  ready({ until, work }) {
    let [last, since] = [0, Date.now()];
    return until(() => {
      const loaded = existsSync(`${work}/classes.txt`) ? readFileSync(`${work}/classes.txt`, 'utf8') : '';
      if (loaded.length !== last) [last, since] = [loaded.length, Date.now()];
      return loaded.includes('figtree.treeviewer.TreeViewer') && Date.now() - since > 2500;
    }, 'the window');
  },
};
