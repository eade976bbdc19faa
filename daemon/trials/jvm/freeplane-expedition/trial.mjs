import { rmSync } from 'node:fs';

const map = `<map version="freeplane 1.7.0">
<node TEXT="Glacier expedition" FOLDED="false" ID="ID_100000001">
<node TEXT="Provisions" POSITION="right" ID="ID_100000002"><attribute NAME="budget" VALUE="1840"/>
<node TEXT="Forty bars of chocolate" ID="ID_100000003"/>
<node TEXT="Lentils" ID="ID_100000004"><richcontent TYPE="NOTE"><html><head></head><body><p>Nine kilos, red ones</p></body></html></richcontent></node>
</node>
<node TEXT="Crew" POSITION="left" ID="ID_100000005" COLOR="#b3001b"><icon BUILTIN="flag"/>
<node TEXT="Marit leads" ID="ID_100000006"/>
<node TEXT="Oskar cooks" ID="ID_100000007" LINK="https://crew.example/oskar"/>
</node>
<node TEXT="Set out on 3 April" POSITION="right" ID="ID_100000008"/>
</node>
</map>
`;
const settings = [
  'language=en',
  'first_start=false',
  'check_updates_automatically=false',
  'single_instance=false',
  'single_instance_force=true',
].join('\n');

/** Freeplane, a program for mind maps (Swing, in bundles that are loaded apart), with the map of an expedition open. */
export default {
  get: { debian: ['freeplane', 'darcula', 'simplyhtml', 'javahelp2', 'jmapviewer', 'groovy', 'ivy'] },
  display: true,
  start({ root, work, write }) {
    rmSync(`${work}/home`, { recursive: true, force: true });
    const folder = `${root}/usr/share/freeplane`;
    write('home/1.7.x/auto.properties', settings);
    // Its own rules let in what Debian installs, and here that lies elsewhere.
    write('home/.java.policy', `grant codeBase "file:${root}/-" { permission java.security.AllPermission; };\n`);
    return [
      'java',
      [
        '-Xmx256m',
        `-Duser.home=${work}/home`,
        `-Dorg.freeplane.basedirectory=${folder}`,
        `-Dorg.freeplane.userfpdir=${work}/home`,
        `-Dorg.freeplane.globalresourcedir=${folder}/resources`,
        '-Dorg.freeplane.nosplash=true',
        '-Dswing.systemlaf=javax.swing.plaf.metal.MetalLookAndFeel',
        '-jar',
        `${folder}/freeplanelauncher.jar`,
        write('expedition.mm', map),
      ],
    ];
  },
  ready: ({ until, said }) => until(() => said().includes('menu items to execute'), 'the map'),
};
