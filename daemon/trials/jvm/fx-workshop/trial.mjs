/** A form of JavaFX: repairs in a table, with fields, a choice, a box and a menu. */
export default {
  get: { debian: ['libopenjfx-java'], java: 'src' },
  display: true,
  start: ({ classes, root }) => [
    'java',
    [
      '-Xmx160m',
      '-Dprism.order=sw',
      `-Djava.library.path=${root}/usr/lib/x86_64-linux-gnu/jni`,
      '--module-path',
      ['base', 'controls', 'graphics'].map((part) => `${root}/usr/share/java/javafx-${part}-11.jar`).join(':'),
      '--add-modules',
      'javafx.controls',
      '-cp',
      classes,
      'workshop.Workshop',
    ],
  ],
  ready: ({ until, said }) => until(() => said().includes('shown'), 'the form'),
};
