/** A prompt of Jython with a few names bound. */
export default {
  get: { debian: ['jython'] },
  start: ({ jars, work, root }) => [
    'java',
    [
      '-Xmx192m',
      `-Dpython.home=${root}/usr/share/jython`,
      `-Dpython.cachedir=${work}/cache`,
      '-Dpython.console=',
      '-cp',
      jars.join(':'),
      'org.python.util.jython',
      '-i',
      '-S',
    ],
  ],
  async drive({ stdin, until, said }) {
    stdin(
      'lake = "Baikal"\ndepth = 1642\nfish = ["omul", "grayling"]\nboats = {"Anna": 12, "Olchon": 40}\nopen_water = False\nclass Buoy:\n    def __init__(self, number, lit):\n        self.number = number\n        self.lit = lit\n\nbuoy = Buoy(17, True)\ntemperature = 3.75\nprint "bo" + "und"\n',
    );
    await until(() => said().includes('bound'), 'the prompt');
  },
};
