import { existsSync, readFileSync, rmSync } from 'node:fs';

const circuit = `<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<project source="2.7.1" version="1.0">
<lib desc="#Wiring" name="0"/><lib desc="#Gates" name="1"/><lib desc="#Memory" name="2"/><lib desc="#I/O" name="3"/><lib desc="#Base" name="4"/>
<main name="Lift"/>
<options><a name="gateUndefined" val="ignore"/><a name="simlimit" val="750"/><a name="simrand" val="0"/></options>
<circuit name="Lift">
<wire from="(120,100)" to="(160,100)"/><wire from="(120,140)" to="(160,140)"/><wire from="(210,120)" to="(260,120)"/>
<comp lib="0" loc="(120,100)" name="Pin"><a name="label" val="DoorShut"/><a name="tristate" val="false"/></comp>
<comp lib="0" loc="(120,140)" name="Pin"><a name="label" val="Called"/><a name="tristate" val="false"/></comp>
<comp lib="1" loc="(210,120)" name="AND Gate"><a name="inputs" val="2"/><a name="label" val="MayMove"/></comp>
<comp lib="0" loc="(260,120)" name="Pin"><a name="facing" val="west"/><a name="output" val="true"/><a name="label" val="Motor"/></comp>
<comp lib="2" loc="(300,300)" name="Counter"><a name="width" val="5"/><a name="max" val="0x13"/><a name="label" val="Storey"/></comp>
<comp lib="4" loc="(150,230)" name="Text"><a name="text" val="North shaft"/></comp>
</circuit>
<circuit name="Alarm"><comp lib="0" loc="(90,90)" name="Pin"><a name="label" val="Smoke"/></comp></circuit>
</project>
`;

/** Logisim, a program for drawing and running logic circuits (Swing), with the circuit of a lift open. It says nothing, so what it loads once the window is there tells. */
export default {
  get: { debian: ['logisim', 'javahelp2'] },
  display: true,
  start({ jars, work, write }) {
    rmSync(`${work}/classes.txt`, { force: true });
    return [
      'java',
      [
        '-Xmx192m',
        `-Duser.home=${work}`,
        `-Djava.util.prefs.userRoot=${work}`,
        `-Xlog:class+load:file=${work}/classes.txt`,
        '-cp',
        jars.join(':'),
        'com.cburch.logisim.Main',
        '-nosplash',
        write('lift.circ', circuit),
      ],
    ];
  },
  ready({ until, work }) {
    const file = `${work}/classes.txt`;
    return until(
      () => existsSync(file) && readFileSync(file, 'utf8').includes('logisim.gui.menu.WindowManagers$ProjectManager'),
      'the window',
    );
  },
};
