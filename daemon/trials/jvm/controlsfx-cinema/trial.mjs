import path from 'node:path';

/** A desktop program of JavaFX, with controls of ControlsFX. */
export default {
  get: { debian: ['libcontrolsfx-java', 'libopenjfx-java', 'libopenjfx-jni'], java: 'src' },
  display: true,
  start: ({ classes, jars, root }) => {
    const modules = jars.filter((jar) => /\/java\/(javafx-(base|controls|graphics)|controlsfx)\.jar$/.test(jar));
    return [
      'java',
      [
        '-Xmx192m',
        '-Dprism.order=sw',
        `-Djava.library.path=${path.join(root, 'usr/lib/x86_64-linux-gnu/jni')}`,
        '-cp',
        [classes, ...modules].join(':'),
        'cinema.Main',
      ],
    ];
  },
  ready: ({ until, said }) => until(() => said().includes('shown'), 'the window'),
};
