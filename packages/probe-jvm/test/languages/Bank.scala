case class Account(owner: String, balance: Double, tags: List[String])

object Ledger {
  var count = 2
  val accounts = scala.collection.mutable.Map("ada" -> Account("Ada", 10.5, List("vip", "old")))
}

class Bank(val name: String, private var rate: Double) {
  lazy val slogan = "safe"
  lazy val unused = sys.error("nobody asks for it")
  val manager: Option[String] = Some("Grace")
  val deputy: Option[String] = None
  val branches = Vector("north", "south")
  val rates = Map("a" -> 1, "b" -> 2)
  val numbers = Stream.from(1)

  def greet: String = slogan + name + rate
}

object Main {
  def main(args: Array[String]): Unit = {
    val bank = new Bank("first", 1.5)
    bank.greet
    Ledger.count += 1
    println("ready")
    while (System.in.read() >= 0) bank.greet
  }
}
