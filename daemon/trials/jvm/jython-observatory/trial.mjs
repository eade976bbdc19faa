const program = `import time

class Telescope(object):
    def __init__(self, aperture):
        self.aperture = aperture
        self.astronomer = None
        self.filter = None

class Dome:
    def __init__(self):
        self.open = False

observatory = 'Cerro Alto'
night = 117
telescope = Telescope(2.4)
dome = Dome()
targets = []
sky = {'seeing': 1.1, 'wind': 9}

def add(name, exposure):
    targets.append({'name': name, 'exposure': exposure})

night += 1
dome.open = True
telescope.astronomer = 'Ines Prado'
telescope.filter = 'h-' + 'alpha'
add('M 57', 240)
add('NGC 7293', 900)
sky['seeing'] = 0.8
sky['wind'] = 13
print('observing')
while True:
    time.sleep(3600)
`;

/** A program in Python on Jython: names of its main module, objects of its own classes, a dict and a list. */
export default {
  get: { debian: ['jython'] },
  start: ({ jars, root, work, write }) => [
    'java',
    [
      '-Xmx192m',
      `-Dpython.home=${root}/usr/share/jython`,
      `-Dpython.cachedir=${work}/cache`,
      '-cp',
      jars.filter((jar) => jar.includes('/usr/share/java/') && !/\/usr\/share\/java\/[^/]*-\d[^/]*\.jar$/.test(jar)).join(':'),
      'org.python.util.jython',
      write('observatory.py', program),
    ],
  ],
  ready: ({ until, said }) => until(() => said().includes('observing'), 'the observatory'),
};
