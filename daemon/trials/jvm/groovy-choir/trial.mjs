const program = `class Singer {
  String name
  String voice
}
class Concert {
  String hall
  int sold
}
choir = 'Vox Borealis'
rehearsals = 8
conductor = null
singers = []
concert = new Concert(hall: 'nowhere')
programme = ['Spem in alium', 'Bogoroditse']
price = 18.5
soldOut = false
rehearsals += 1
conductor = ['Aino', 'Salmi'].join(' ')
singers << new Singer(name: 'Pekka', voice: 'bass')
singers << new Singer(name: 'Lotta', voice: 'alto')
concert.hall = ['Temple', 'Church'].join(' ')
concert.sold = 387
println 'sing' + 'ing'
Thread.currentThread().join()
`;

/** A script of Groovy: its variables lie in a binding, its own classes are made as it starts. */
export default {
  get: { debian: ['groovy'] },
  start: ({ jars, write }) => [
    'java',
    [
      '-Xmx192m',
      '-cp',
      jars.filter((jar) => jar.includes('/usr/share/java/') && !/\/usr\/share\/java\/[^/]*-\d[^/]*\.jar$/.test(jar)).join(':'),
      'groovy.ui.GroovyMain',
      write('evening.groovy', program),
    ],
  ],
  ready: ({ until, said }) => until(() => said().includes('singing'), 'the choir'),
};
