Imports System
Imports System.Collections.Generic

Public Class Stone
    Public Property Kind As String
    Public Property Tons As Double
End Class

Module Yard
    Private ReadOnly stones As New List(Of Stone)
    Public Property Foreman As String = "Inge"
    Public Function Deliver(kind As String, tons As Double) As Integer
        stones.Add(New Stone With {.Kind = kind, .Tons = tons})
        Return stones.Count
    End Function
    Public Sub Main()
        Deliver("granite", 12.5)
        Console.WriteLine("ready")
        Console.ReadLine()
    End Sub
End Module

Module Tariff
    Public Function PriceOf(tons As Double) As Double
        Return tons * 40
    End Function
End Module
