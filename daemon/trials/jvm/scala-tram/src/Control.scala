package tram

import scala.collection.mutable
import scala.io.StdIn
import scala.util.parsing.combinator.JavaTokenParsers

case class Tram(number: Int, route: String, driver: String, riders: Int = 0, delay: Option[Delay] = None)
case class Delay(minutes: Int, reason: String)

sealed trait Command
case class Enter(tram: Tram) extends Command
case class Board(number: Int, riders: Int) extends Command
case class Hold(number: Int, delay: Delay) extends Command
case class Close(stop: String) extends Command

object Language extends JavaTokenParsers {
  private def number = wholeNumber ^^ (_.toInt)
  private def quoted = stringLiteral ^^ (text => text.substring(1, text.length - 1))

  private def enter = ("tram" ~> number) ~ ("on" ~> quoted) ~ ("driven" ~> "by" ~> ident) ^^ { case n ~ route ~ driver => Enter(Tram(n, route, driver)) }
  private def board = ("board" ~> number) ~ number ^^ { case n ~ riders => Board(n, riders) }
  private def hold = ("delay" ~> number) ~ number ~ ("because" ~> quoted) ^^ { case n ~ minutes ~ reason => Hold(n, Delay(minutes, reason)) }
  private def close = "close" ~> quoted ^^ Close

  def read(line: String): Either[String, Command] = parseAll(enter | board | hold | close, line) match {
    case Success(command, _) => Right(command)
    case failure: NoSuccess => Left(failure.msg)
  }
}

class Network(val city: String) {
  private val trams = mutable.LinkedHashMap[Int, Tram]()
  private var closedStops = Vector.empty[String]
  private var stops = List("Lighthouse", "Old Market", "Opera", "Quarry")
  private var power = 750.0
  private var night = false

  def enter(tram: Tram): Unit = trams(tram.number) = tram

  def board(number: Int, riders: Int): Unit = trams.get(number).foreach(tram => trams(number) = tram.copy(riders = tram.riders + riders))

  def delay(number: Int, minutes: Int, reason: String): Unit =
    trams.get(number).foreach(tram => trams(number) = tram.copy(delay = Some(Delay(minutes, reason))))

  def closeStop(stop: String): Unit = if (stops.contains(stop)) closedStops = closedStops :+ stop

  def withdraw(number: Int): Unit = trams.remove(number)

  def switchNight(on: Boolean): Unit = night = on
}

object Control {
  val network = new Network("Nordhavn")
  private var commands = 0

  def obey(command: Command): String = {
    commands += 1
    command match {
      case Enter(tram) => network.enter(tram); s"entered ${tram.number}"
      case Board(number, riders) => network.board(number, riders); s"boarded $riders"
      case Hold(number, delay) => network.delay(number, delay.minutes, delay.reason); s"held $number"
      case Close(stop) => network.closeStop(stop); s"closed $stop"
    }
  }

  def main(args: Array[String]): Unit = {
    println(s"Control room ${network.city}")
    Iterator.continually(StdIn.readLine()).takeWhile(_ != null).foreach { line =>
      println(Language.read(line).fold("? " + _, obey))
    }
  }
}
