Imports System.Collections.Generic
Imports System.Threading

Public Class Repair
    Public Property Customer As String
    Public Property Thing As String
    Public Property Hours As Decimal
    Public Property Done As Boolean
End Class

Module Program
    Private ReadOnly repairs As New List(Of Repair)
    Private ReadOnly parts As New SortedDictionary(Of String, Integer) From {{"spring", 40}, {"dial", 6}}
    Private master As String = "Herr Zeiger"
    Private rate As Decimal = 58.5D
    Private shopOpen As Boolean = True
    Private tick As Timer

    Sub TakeIn(customer As String, thing As String)
        repairs.Add(New Repair With {.Customer = customer, .Thing = thing})
    End Sub

    Sub Main()
        repairs.Add(New Repair With {.Customer = "Tower guard", .Thing = "cuckoo clock", .Hours = 3.5D, .Done = True})
        TakeIn("Frau Unruh", "metronome")
        tick = New Timer(Sub(ignored) rate += 0D, Nothing, 86400000, 86400000)
        Console.WriteLine("open")
        Thread.Sleep(Timeout.Infinite)
    End Sub
End Module
