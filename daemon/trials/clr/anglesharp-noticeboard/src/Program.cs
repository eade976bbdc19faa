var board = new Noticeboard();
while (Console.ReadLine() is { } line)
{
    string[] words = line.Split('|');
    switch (words[0])
    {
        case "pin": board.PinNotice(words[1], words[2], words[3], int.Parse(words[4])); break;
        case "unpin": board.UnpinNotice(words[1]); break;
        case "urgent": board.MarkUrgent(words[1]); break;
        case "heading": board.Rename(words[1]); break;
        case "reword": board.Reword(words[1], words[2]); break;
        case "caretaker": board.AppointCaretaker(words[1]); break;
        case "print": Console.WriteLine(board.Print()); break;
    }
}
Thread.Sleep(Timeout.Infinite);
