const typed = `case class Owner(name: String, phone: String)
case class Pet(name: String, kind: String, weight: Double, owner: Owner)
case class Visit(pet: Pet, reason: String, minutes: Int)
var surgery = "Elm Lane Vets"
val owner = Owner("Ruth Okafor", "0117 555 0142")
var pets = List(Pet("Biscuit", "dog", 23.4, owner), Pet("Smudge", "cat", 4.1, owner))
val visits = scala.collection.mutable.ArrayBuffer(Visit(pets(0), "limping on the left", 25))
var stock = Map("bandages" -> 64, "vaccine" -> 17)
var onCall: Option[String] = Some("Dr Petros")
var open = true
println("ward" + "ed")
`;

/** The prompt of Scala, with what somebody typed at it. */
export default {
  get: { debian: ['scala', 'scala-library', 'scala-parser-combinators', 'scala-xml'] },
  start: ({ root, work }) => [
    'java',
    [
      '-Xmx256m',
      `-Duser.home=${work}`,
      '-Dscala.usejavacp=true',
      '-cp',
      `${root}/usr/share/scala-2.11/lib/*`,
      'scala.tools.nsc.MainGenericRunner',
      '-Xnojline',
    ],
  ],
  ready: ({ until, said }) => until(() => said().includes('scala>'), 'the prompt', 90_000),
  async drive({ stdin, until, said }) {
    stdin(typed);
    await until(() => said().includes('warded'), 'the surgery', 120_000);
  },
};
