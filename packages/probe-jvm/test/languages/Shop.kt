data class Item(val sku: String, val price: Double, var stock: Int)

enum class Mood { GOOD, BAD }

sealed class Payment {
  data class Card(val last4: String) : Payment()
  object Cash : Payment()
}

object Registry {
  var visits = 3
  val items = mutableMapOf("tea" to Item("tea", 2.5, 7))
}

class Shop(private val name: String) {
  companion object {
    var opened = 1
    const val LIMIT = 10
  }

  val motto: String by lazy { "fresh" }
  val never: String by lazy { error("nobody asks for it") }
  var owner: String? = null
  lateinit var address: String
  var mood = Mood.GOOD
  private val payments = listOf(Payment.Card("4242"), Payment.Cash)
  val pair = Pair("left", 2)
  val range = 1..5

  fun greet() = "$motto $name $payments"
}

fun main() {
  val shop = Shop("corner")
  shop.address = "Main Street"
  shop.greet()
  Registry.visits++
  println("ready")
  while (System.`in`.read() >= 0) shop.greet()
}
