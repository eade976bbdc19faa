package windmill

import java.util.concurrent.ConcurrentHashMap
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.GlobalScope
import kotlinx.coroutines.Job
import kotlinx.coroutines.channels.Channel
import kotlinx.coroutines.delay
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlin.properties.Delegates

enum class Grain { RYE, WHEAT, SPELT, BUCKWHEAT }

sealed class Wind {
    abstract val knots: Int
}
data class Breeze(override val knots: Int, val from: String) : Wind()
data class Gale(override val knots: Int, val warning: String) : Wind()

data class Order(val number: Int, val customer: String, val grain: Grain, val sacks: Int, var paid: Boolean = false, var note: String? = null)

data class Stone(val name: String, val quarry: String, var gapMillimetres: Double, var hoursSinceDressing: Int)

interface Watchman {
    fun noticed(event: String)
}

class Logbook : Watchman {
    private val lines = mutableListOf<String>()
    val last: String? get() = lines.lastOrNull()
    override fun noticed(event: String) {
        lines += event
    }
}

class Granary(private val capacity: Int) {
    private val bins = linkedMapOf<Grain, Int>()
    val free: Int get() = capacity - bins.values.sum()
    fun store(grain: Grain, sacks: Int) {
        require(sacks <= free) { "There is no room for $sacks sacks" }
        bins[grain] = (bins[grain] ?: 0) + sacks
    }
    fun take(grain: Grain, sacks: Int): Boolean {
        val there = bins[grain] ?: 0
        if (there < sacks) return false
        bins[grain] = there - sacks
        return true
    }
}

class Mill(val name: String, val miller: String, private val watchman: Watchman) {
    private val stones = listOf(
        Stone("Old Grey", "Rhine basalt", 0.8, 61),
        Stone("The Frenchman", "La Ferté", 0.5, 12)
    )
    private val granary = Granary(400)
    private val orders = Channel<Order>(Channel.UNLIMITED)
    private val waiting = ConcurrentHashMap<Int, Order>()
    private val done = mutableListOf<Order>()
    private var wind: Wind = Breeze(14, "north-west")
    private var flourKilos = 0.0
    private var work: Job? = null
    private val apprentices by lazy { mutableSetOf("Jorin", "Wiebke") }
    private lateinit var foremostSail: String

    var brakeOn: Boolean by Delegates.observable(false) { _, before, now ->
        if (before != now) watchman.noticed(if (now) "Brake set" else "Brake lifted")
    }

    fun open() {
        foremostSail = "Sail 3"
        granary.store(Grain.RYE, 120)
        granary.store(Grain.WHEAT, 85)
        granary.store(Grain.SPELT, 30)
        watchman.noticed("Opened by $miller with ${apprentices.size} apprentices")
        work = GlobalScope.launch(Dispatchers.Default) {
            for (order in orders) {
                while (brakeOn) delay(50)
                grind(order)
            }
        }
    }

    fun takeOrder(number: Int, customer: String, grain: String, sacks: Int) {
        val order = Order(number, customer, Grain.valueOf(grain.toUpperCase()), sacks)
        waiting[number] = order
        orders.offer(order)
    }

    private fun grind(order: Order) {
        if (!granary.take(order.grain, order.sacks)) {
            order.note = "Not enough ${order.grain.name.toLowerCase()}"
            return
        }
        flourKilos += order.sacks * 37.5
        waiting.remove(order.number)
        done += order
        watchman.noticed("Ground order ${order.number}")
    }

    fun pay(number: Int) {
        (done + waiting.values).first { it.number == number }.paid = true
    }

    fun changeWind(knots: Int, from: String) {
        wind = if (knots > 33) Gale(knots, "Furl all sails") else Breeze(knots, from)
        if (wind is Gale) brakeOn = true
    }

    fun dressStone(name: String) {
        stones.first { it.name == name }.hoursSinceDressing = 0
    }

    fun deliverGrain(grain: String, sacks: Int) = granary.store(Grain.valueOf(grain.toUpperCase()), sacks)

    fun takeOnApprentice(name: String) {
        apprentices += name
    }
}

object Parish {
    var tithePercent = 7
    val mills = mutableMapOf<String, Mill>()
}

fun main() = runBlocking {
    val mill = Mill("De Zwaluw", "Hiske Boersma", Logbook())
    Parish.mills["zwaluw"] = mill
    mill.open()
    println("open")
    while (true) {
        val words = (readLine() ?: break).split(";")
        when (words[0]) {
            "order" -> mill.takeOrder(words[1].toInt(), words[2], words[3], words[4].toInt())
            "pay" -> mill.pay(words[1].toInt())
            "wind" -> mill.changeWind(words[1].toInt(), words[2])
            "brake" -> mill.brakeOn = words[1] == "on"
            "wait" -> delay(words[1].toLong())
            "say" -> println(words[1])
        }
    }
    delay(Long.MAX_VALUE)
}
