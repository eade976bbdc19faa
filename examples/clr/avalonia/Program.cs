// A view model and its view in Avalonia, with a dispatcher but no window system: a note list, a draft, a button with a command.
using Avalonia;
using Avalonia.Controls;
using Avalonia.Controls.ApplicationLifetimes;
using Avalonia.Controls.Platform;
using Avalonia.Threading;
using NotesApp;

AvaloniaLocator.CurrentMutable.Bind<IDispatcherImpl>().ToConstant(new ManagedDispatcherImpl(null));
var app = new Application();
AvaloniaLocator.CurrentMutable.Bind<Application>().ToConstant(app);
var model = new NotesViewModel();
app.ApplicationLifetime = new ViewLifetime
{
    MainView = new StackPanel
    {
        Name = "NotesView",
        DataContext = model,
        Children =
        {
            new TextBlock { Name = "Heading", Text = "My notes" },
            new TextBox { Name = "DraftBox", Text = "type here" },
            new TextBox { Name = "PinBox", Text = "4711-secret", PasswordChar = '*' },
            new CheckBox { Name = "OnlyPinned", Content = "Only pinned", IsChecked = true },
            new Button { Name = "AddButton", Content = "Add", Command = model.AddCommand },
        },
    },
};
Console.WriteLine($"ready {Environment.ProcessId} {Environment.CurrentManagedThreadId}");
Dispatcher.UIThread.MainLoop(CancellationToken.None);

internal sealed class ViewLifetime : ISingleViewApplicationLifetime
{
    public Control? MainView { get; set; }
}
